import { beforeEach, describe, expect, it } from 'vitest';

import type { OtherLogin } from '#contract/identity/other-logins.ts';
import { lastMail, readMails } from '#test/mails.ts';
import {
  administrationCalls,
  makeAdministration,
  putProvider,
  setUp,
  startAdministrations,
} from '#test/openid/administration-world.ts';
import type { AdministrationWorld } from '#test/openid/administration-world.ts';
import { ledTo, signOn } from '#test/openid/sign-on-rig.ts';
import { GUEST, newEmail } from '#test/people-rig.ts';
import { ask } from '#test/second-step-rig.ts';

let world = {} as AdministrationWorld;
startAdministrations((made) => (world = made));

const { send, claim } = administrationCalls(() => world);
let provider: number;
beforeEach(async () => {
  provider = await setUp(world);
  await send('PUT', 'signOnRole', { group: 'thieves', account: null, role: 'administrator' });
});

/** Moves everything about the provider this many days into the past. */
const pass = async (days: number) =>
  await world.test.database.pool.query(
    `update identity_provider set created_at = created_at - make_interval(days => $2),
       changed_at = changed_at - make_interval(days => $2) where id = $1`,
    [provider, days],
  );

/** Returns the token of a password reset link of the administrator. */
async function linkKey(): Promise<string> {
  const { test, parent } = world;
  await ask(test, ['POST', 'forgotPassword.json'], GUEST, { faxnumber: '', username: parent.username });
  await test.runJobs();
  const { link } = await lastMail(test.folder, 'reset-password', parent.email);
  return new URL(link).searchParams.get('token') ?? '';
}

const listed = async (token: string) =>
  (await ask(world.test, ['POST', 'resetLogins.json'], GUEST, { token }))
    .json<{ logins: OtherLogin[] }>()
    .logins.filter(({ kind }) => kind === 'single-sign-on');

const reset = async (token: string, keep?: string[], password = 'Other-horse-8') =>
  (
    await ask(world.test, ['POST', 'resetPassword.json'], GUEST, {
      token,
      domain: '',
      new_password: password,
      ...(keep && { keep }),
    })
  ).statusCode;

const providerLeft = async () =>
  (await world.test.database.db.selectFrom('identity_provider').select('id').execute()).map(({ id }) => id);

const thiefComesIn = async (): Promise<string> => {
  claim(newEmail(), { groups: 'thieves' });
  return ledTo(await signOn(world.test, provider, world.provider));
};

describe('single sign-on of an administrator, when the password is set anew', () => {
  it('[A-RESET-12] is shown and goes with the people it has let in, and the administrator is told', async () => {
    expect(await thiefComesIn()).toBe('/multifax/login');
    const token = await linkKey();
    const [shown] = await listed(token);
    expect(shown).toMatchObject({
      id: `single-sign-on/${provider}`,
      name: `Clinic (${world.provider.issuer})`,
      recent: true,
    });
    expect(await reset(token)).toBe(200);
    expect(await providerLeft()).toEqual([]);
    const { rows } = await world.test.database.pool.query('select from membership where parent_id = $1', [
      world.parent.id,
    ]);
    expect(rows).toEqual([]);
    await world.test.runJobs();
    const told = (await readMails(world.test.folder))
      .filter(({ template, to }) => template === 'sign-in-changed' && to === world.parent.email)
      .map(({ text }) => text.split(/(?:\r?\n){2}/u)[1]);
    expect(told).toEqual([
      'Single sign-on was set up or changed. People known to the provider may be able to log in there.',
      'A group at the single sign-on provider was given a role. Its members get it when they log in.',
      expect.stringContaining('single sign-on'),
    ]);
  });

  it('stays when it is old, until its settings or the roles of its groups are changed again', async () => {
    await pass(31);
    const token = await linkKey();
    expect(await listed(token)).toMatchObject([{ recent: false }]);
    await send('PUT', 'signOnRole', { group: 'others', account: world.account.id, role: 'reader' });
    expect(await listed(token)).toMatchObject([{ recent: true }]);
    await pass(31);
    await putProvider(world, world, { name: 'Other' });
    expect(await listed(token)).toMatchObject([{ recent: true }]);
    await pass(31);
    expect(await reset(token)).toBe(200);
    expect(await providerLeft()).toEqual([provider]);
  });

  it('stays when its owner names it, and that of another administrator stays whatever is named', async () => {
    const other = await makeAdministration(world.test);
    await putProvider(world, other, { clientId: 'another' });
    const token = await linkKey();
    expect((await listed(token)).map(({ id }) => id)).toEqual([`single-sign-on/${provider}`]);
    expect(await reset(token, [`single-sign-on/${provider}`])).toBe(200);
    expect(await providerLeft()).toHaveLength(2);
    expect(await reset(await linkKey(), [], 'Third-horse-9')).toBe(200);
    const left = await providerLeft();
    expect([left.length, left.includes(provider)]).toEqual([1, false]);
  });
});
