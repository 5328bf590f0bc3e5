import { hashToken } from '#engine/secrets/tokens.ts';
import { sendVerification } from '#server/features/identity/passwords/password.service.ts';
import { appCode } from '#test/app-code.ts';
import { PASSWORD } from '#test/factories.ts';
import { basicAuth, logIn } from '#test/log-in.ts';
import { lastMail } from '#test/mails.ts';
import { makeDevice } from '#test/passkey-rig.ts';
import { NEW_PASSWORD, passwordRig } from '#test/password-rig.ts';
import { cookiesOf, forgetTimeSteps, turnOn } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

import { GUEST } from './world.ts';
import type { Audited, World } from './world.ts';

const HERE = { host: 'localhost', origin: 'http://localhost:80' };
const byPassword = { body: { password: PASSWORD } };
const appPassword = async ({ ask }: World, as: SignedIn) => {
  const answer = await ask('addAppPassword', { as, body: { name: 'Mail' } });
  return answer.json<{ data: { id: string } }>().data.id;
};
/** Creates a person, a device, and the device's response that makes a passkey; `keep` stores it. */
const withPasskey = async ({ ask, person }: World) => {
  const as = await person();
  const device = makeDevice();
  const begun = await ask('beginPasskey', { as, ...byPassword });
  const { challenge } = begun.json<{ data: { challenge: string } }>().data;
  const body = { name: 'Phone', response: device.make(challenge, HERE) };
  const keep = async () => {
    await ask('addPasskey', { as, body });
    const { passkeys } = (await ask('passkeys', { as })).json<{ passkeys: { id: string }[] }>();
    return passkeys[0]?.id;
  };
  return { as, device, body, keep };
};
/** Creates a person with two-step login; `code` returns the current code of their app. */
const withTwoSteps = async ({ test, person }: World) => {
  const as = await person();
  const { secret } = await turnOn(test, as);
  return { as, code: () => appCode(secret) };
};
const handedOver = async ({ one, person }: World) => {
  const { id } = await person();
  const ticket = `ticket of ${id}`;
  await one(
    `insert into token (purpose, hash, subject_kind, subject_id, expires_at)
     values ('handover', $1, 'account', $2, now() + interval '1 minute')`,
    [hashToken(ticket), id],
  );
  return { body: { ticket } };
};

/** Logins, passwords, two-step login. */
export const IDENTITY_REQUESTS = {
  login: [
    'session.login',
    ({ owner }) => ({ as: { cookies: {}, headers: { authorization: basicAuth(owner.number) } } }),
  ],
  getMultifaxNode: [
    'session.login',
    ({ parent }) => ({ body: { username: parent.username, password: PASSWORD, domain: 'localhost' } }),
  ],
  logout: ['session.logout', async ({ person }) => ({ as: await person() })],
  putAutomaticLogout: [
    'automatic-logout.change',
    async ({ person }) => ({ as: await person(), body: { minutes: 10 } }),
  ],
  changeLoginNotices: [
    'login-notices.change',
    async ({ person }) => ({ as: await person(), body: { on: false } }),
  ],
  agreeToHandOver: ['session.login', handedOver],
  forgotPassword: [
    'password.forgot',
    ({ owner: { number } }) => ({ body: { faxnumber: number, username: number, domain: 'localhost' } }),
  ],
  resetPassword: [
    'password.reset',
    async ({ test, person }) => ({
      body: {
        new_password: NEW_PASSWORD,
        domain: 'localhost',
        verify: '',
        token: await passwordRig(test).resetToken(await person()),
      },
    }),
  ],
  verifyAccount: [
    'account.verify',
    async ({ test, one, person }) => {
      const { id, email } = await person();
      await one('update account set email_verified_at = null where id = $1', [id]);
      await test.database.transaction(async (tx) => await sendVerification(tx, test.queueMail, id));
      await test.runJobs();
      const { searchParams } = new URL((await lastMail(test.folder, 'verify-account', email)).link);
      return { body: { ...Object.fromEntries(searchParams), domain: 'localhost' } };
    },
  ],
  changePassword: [
    'password.change',
    async ({ person }) => ({
      as: await person(),
      body: { current: PASSWORD, new: NEW_PASSWORD, confirm: NEW_PASSWORD },
    }),
  ],
  endSession: [
    'session.end',
    async ({ test, ask, person }) => {
      const as = await person();
      await logIn(test, as.number);
      const { sessions } = (await ask('ownSessions', { as })).json<{
        sessions: { id: string; current: unknown }[];
      }>();
      return { as, body: { id: sessions.find(({ current }) => !Number(current))?.id } };
    },
  ],
  addAppPassword: ['app-password.add', () => ({ body: { name: 'Scanner' } })],
  removeAppPassword: [
    'app-password.remove',
    async (world) => ({ body: { id: await appPassword(world, world.owner) } }),
  ],
  confirmSecondStep: [
    'second-step.on',
    async ({ ask, person }) => {
      const as = await person();
      const begun = await ask('beginSecondStep', { as, ...byPassword });
      return { as, body: { code: appCode(begun.json<{ data: { secret: string } }>().data.secret) } };
    },
  ],
  endSecondStep: [
    'second-step.off',
    async (world) => ({ as: (await withTwoSteps(world)).as, ...byPassword }),
  ],
  renewRecoveryCodes: [
    'second-step.codes',
    async (world) => ({ as: (await withTwoSteps(world)).as, ...byPassword }),
  ],
  takeSecondStep: [
    'session.login',
    async (world) => {
      const { as, code } = await withTwoSteps(world);
      const cookies = cookiesOf(await logIn(world.test, as.number));
      await forgetTimeSteps(world.test);
      return { as: { ...GUEST, cookies }, body: { code: code() } };
    },
  ],
  addPasskey: [
    'passkey.add',
    async (world) => {
      const { as, body } = await withPasskey(world);
      return { as, body };
    },
  ],
  renamePasskey: [
    'passkey.rename',
    async (world) => {
      const { as, keep } = await withPasskey(world);
      return { as, body: { id: await keep(), name: 'Old phone' } };
    },
  ],
  removePasskey: [
    'passkey.remove',
    async (world) => {
      const { as, keep } = await withPasskey(world);
      return { as, body: { id: await keep() } };
    },
  ],
  passkeyLogin: [
    'session.login',
    async (world) => {
      const { device, keep } = await withPasskey(world);
      await keep();
      const asked = await world.ask('beginPasskeyLogin');
      const { challenge } = asked.json<{ data: { challenge: string } }>().data;
      return { body: { response: device.signIn(challenge, HERE) } };
    },
  ],
} as const satisfies Record<string, Audited>;
