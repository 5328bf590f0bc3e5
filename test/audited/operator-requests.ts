import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import { appCode } from '#test/app-code.ts';
import { makeAccount, makeBrand, makeFax } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { logIn, OPERATOR_PASSWORD, sessionOf } from '#test/operator-console-rig.ts';
import { cookiesOf, forgetTimeSteps } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

import { GUEST } from './world.ts';
import { LINE_REQUESTS } from './line-requests.ts';
import type { Audited, World } from './world.ts';

const byPassword = { body: { password: OPERATOR_PASSWORD } };
let operators = 0;
const operatorNamed = async ({ test }: World): Promise<{ as: SignedIn; name: string }> => {
  const name = `operator${(operators += 1)}`;
  await createOperators({ database: test.database }).add(name, OPERATOR_PASSWORD);
  return { as: sessionOf(await logIn(test, name)), name };
};
const secretOf = async ({ ask }: World, as: SignedIn) => {
  const begun = await ask('operatorBeginStep', { as, ...byPassword });
  return begun.json<{ data: { secret: string } }>().data.secret;
};
const withTwoSteps = async (world: World) => {
  const operator = await operatorNamed(world);
  const secret = await secretOf(world, operator.as);
  await world.ask('operatorConfirmStep', { as: operator.as, body: { code: appCode(secret) } });
  await forgetTimeSteps(world.test);
  return { ...operator, secret };
};
const account = async ({ test }: World) => String((await makeAccount(test.database.db)).id);
const brand = async ({ test }: World) => String(await makeBrand(test.database.db));
const unrouted = async ({ test, one }: World) => {
  await test.sending.arrivals.receive({
    lineId: await one(`select id::int from line where name = 'sim'`),
    callRef: `call-${Math.random()}`,
    caller: '3105550111',
    stationId: 'FAR',
    called: '2125559301',
    tiff: Buffer.from('PP'),
    receivedAt: new Date(),
    source: 'line',
  });
  return await one<string>('select max(id)::text from inbound_call');
};

/** Actions of the operator console. */
export const OPERATOR_REQUESTS = {
  operatorLogin: [
    'session.login',
    async (world) => ({
      body: { name: (await operatorNamed(world)).name, password: OPERATOR_PASSWORD },
    }),
  ],
  operatorTakeStep: [
    'session.login',
    async (world) => {
      const { name, secret } = await withTwoSteps(world);
      const cookies = cookiesOf(await logIn(world.test, name));
      return { as: { ...GUEST, cookies }, body: { code: appCode(secret) } };
    },
  ],
  operatorLogout: ['session.logout', async (world) => ({ as: (await operatorNamed(world)).as })],
  operatorChangePassword: [
    'operator.change-password',
    async (world) => ({
      as: (await operatorNamed(world)).as,
      body: { password: OPERATOR_PASSWORD, next: 'Another-horse-battery-8' },
    }),
  ],
  operatorConfirmStep: [
    'second-step.on',
    async (world) => {
      const { as } = await operatorNamed(world);
      return { as, body: { code: appCode(await secretOf(world, as)) } };
    },
  ],
  operatorEndStep: [
    'second-step.off',
    async (world) => ({ as: (await withTwoSteps(world)).as, ...byPassword }),
  ],
  operatorJobAct: [
    'job.cancel',
    async ({ sending }) => ({ body: { id: (await sending('WAITING')).jobid, verb: 'cancel' } }),
  ],
  ...LINE_REQUESTS,
  operatorAccountAct: [
    'account.suspend',
    async (world) => ({ body: { id: await account(world), verb: 'suspend' } }),
  ],
  operatorAccountSet: [
    'account.set',
    async (world) => ({ body: { id: await account(world), values: { 'month-limit': '500' } } }),
  ],
  operatorAccountErase: [
    'account.erase',
    async ({ test }) => {
      const { id } = await makeAccount(test.database.db, { state: 'closed' });
      return { body: { id, reason: 'asked by letter' } };
    },
  ],
  operatorAccountAdd: [
    'account.add',
    async ({ one }) => {
      await one(`insert into number (digits, kind, area_code) values ('5035550171', 'local', '503')`);
      const hid = await one('select id from brand where is_default');
      return { body: { hid, email: 'opened@example.com', number: { by: 'area', area: '503' } } };
    },
  ],
  operatorNumbersAdd: ['number.add', () => ({ body: { numbers: '5035550172' } })],
  operatorNumberRelease: [
    'number.release',
    async (world) => {
      const id = await account(world);
      const digits = await world.one<string>('select fax_number from account where id = $1', [id]);
      await world.one(
        `insert into number (digits, kind, area_code, state, account_id) values ($1, 'local', '212', 'assigned', $2)`,
        [digits, id],
      );
      await world.ask('operatorAccountAct', { body: { id, verb: 'close' } });
      return { body: { number: digits } };
    },
  ],
  operatorPortAct: [
    'port.submit',
    async (world) => {
      const id = await world.one<string>(
        `insert into port_order (account_id, digits, kind) values ($1, '2125550777', 'port') returning id::text`,
        [await account(world)],
      );
      return { body: { id, verb: 'submit' } };
    },
  ],
  operatorParentSet: [
    'parent.set',
    async ({ test }) => ({ body: { id: (await makeAdministrator(test.database.db)).id, state: 'disabled' } }),
  ],
  operatorCancellationAct: [
    'cancellation.reject',
    async (world) => {
      const id = await world.one<string>(
        `insert into cancellation_request (account_id, contact_email, contact_phone)
         values ($1, 'a@example.com', '') returning id::text`,
        [await account(world)],
      );
      return { body: { id, verb: 'reject' } };
    },
  ],
  operatorStorageRetry: [
    'storage.retry',
    async ({ test, one }) => {
      const { id: owner } = await makeAccount(test.database.db);
      const id = await one<string>(
        `insert into storage_link (account_id, kind, active, place) values ($1, 'sftp', true,
           '{"host":"sftp.example.com","port":22,"folder":"/","login":"u"}') returning id::text`,
        [owner],
      );
      await one('insert into storage_delivery (storage_id, account_id, fax_id) values ($1, $2, $3)', [
        id,
        owner,
        (await makeFax(test.database.db, owner)).id,
      ]);
      return { body: { id } };
    },
  ],
  operatorBrandAdd: ['brand.add', () => ({ body: { name: 'Care Fax', domain: 'care.example', lang: 'de' } })],
  operatorBrandSet: [
    'brand.set',
    async (world) => ({ body: { hid: await brand(world), values: { title: 'Acme Fax' } } }),
  ],
  operatorBrandAsset: [
    'brand.asset',
    async (world) => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>';
      return {
        body: { hid: await brand(world), kind: 'logo', data: Buffer.from(svg).toString('base64') },
      };
    },
  ],
  operatorBrandPasswords: [
    'brand.set',
    async (world) => ({ body: { hid: await brand(world), min: 12, max: 64, rules: null } }),
  ],
  operatorBrandRemove: ['brand.remove', async (world) => ({ body: { hid: await brand(world) } })],
  operatorBrandDomain: [
    'brand.domain-add',
    async (world) => ({ body: { hid: await brand(world), verb: 'add', domain: 'more.example' } }),
  ],
  operatorBrandNotice: [
    'brand.notice',
    async (world) => ({
      body: { hid: await brand(world), notice: 'serviceTransfer', value: '2027-02-28' },
    }),
  ],
  operatorBrandWord: [
    'brand.words',
    async (world) => ({
      body: { hid: await brand(world), language: 'de', key: 'login.submit', text: 'Hinein' },
    }),
  ],
  operatorMailboxOpen: [
    'mailbox.view',
    ({ owner }) => ({ body: { id: owner.id, reason: 'The customer asked for it.' } }),
  ],
  operatorUnroutedLook: ['fax.look', async (world) => ({ body: { id: await unrouted(world), page: 1 } })],
  operatorUnroutedAct: [
    'fax.discard',
    async (world) => ({ body: { id: await unrouted(world), verb: 'discard' } }),
  ],
  operatorBanClear: [
    'ban.clear',
    async ({ one }) => {
      await one(
        `insert into login_failure (key, count, window_start) values ('address:192.0.2.7', 51, now())`,
      );
      return { body: { key: 'address:192.0.2.7' } };
    },
  ],
  operatorBlockedDomainAdd: ['blocked-domain.add', () => ({ body: { domain: 'rival.example' } })],
  operatorBlockedDomainRemove: [
    'blocked-domain.remove',
    async ({ ask }) => {
      await ask('operatorBlockedDomainAdd', { body: { domain: 'other.example' } });
      return { body: { domain: 'other.example' } };
    },
  ],
  operatorSenderDomainAssign: [
    'whitelist.prove',
    async (world) => ({ body: { domain: 'assigned.example', uid: await account(world) } }),
  ],
} as const satisfies Record<string, Audited>;
