import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { settings } from '#server/config/settings.ts';

import { CUSTOMER_REQUESTS, STORAGE_REQUESTS } from './audited/customer-requests.ts';
import { DRAFT_REQUESTS } from './audited/draft-requests.ts';
import { IDENTITY_REQUESTS } from './audited/identity-requests.ts';
import { FAX_REQUESTS, MAILBOX_REQUESTS } from './audited/mailbox-requests.ts';
import { TEAM_REQUESTS } from './audited/team-requests.ts';
import { OPERATOR_REQUESTS } from './audited/operator-requests.ts';
import { API_KEY_REQUESTS } from './audited/api-key-requests.ts';
import { PEOPLE_REQUESTS } from './audited/people-requests.ts';
import { WEBHOOK_REQUESTS } from './audited/webhook-requests.ts';
import { startWorld } from './audited/world.ts';
import type { Audited, CallName, Request, World } from './audited/world.ts';

/** Each call that changes something: the action of its audit row, and a request that succeeds. */
const AUDITED: Partial<Record<CallName, Audited>> = {
  ...IDENTITY_REQUESTS,
  ...PEOPLE_REQUESTS,
  ...MAILBOX_REQUESTS,
  ...FAX_REQUESTS,
  ...TEAM_REQUESTS,
  ...DRAFT_REQUESTS,
  ...CUSTOMER_REQUESTS,
  ...STORAGE_REQUESTS,
  ...OPERATOR_REQUESTS,
  ...API_KEY_REQUESTS,
  ...WEBHOOK_REQUESTS,
};

/** Calls other than GET that rightly write no audit row, with the reason. */
const NOT_AUDITED: Partial<Record<CallName, string>> = {
  getNode: 'says where to log in; the login is audited',
  getNodeData: 'says where to log in; the login is audited',
  resetLogins: 'only shows which logins a new password would end; it takes a secret, so it is a POST',
  readInvitation: 'only shows who invites to what; it takes a secret, so it is a POST',
  askHandOver: 'only shows whose session would open; it takes a ticket, so it is a POST',
  beginSecondStep: 'makes a secret that means nothing until a code confirms it, which is audited',
  operatorBeginStep: 'makes a secret that means nothing until a code confirms it, which is audited',
  signOnFor: 'only shows the providers of an address; it takes the address, so it is a POST',
  testSignOn: 'begins a login that lets nobody in, and keeps what came of it',
  beginPasskey: 'asks a question that the device answers; adding the passkey is audited',
  beginPasskeyLogin: 'asks a question that the device answers; the login is audited',
  getTruePageCount: 'only counts pages; it takes a list, so it is a POST',
  selectFaxes: 'remembers what a search found; what is done with it is audited',
  coverPreview: 'only draws a page; it takes a form, so it is a POST',
  holdFaxDraft: 'says that a page still has a draft open; continuing on another page is audited',
  tryRule: 'only says on which faxes a rule would act; it takes a form, so it is a POST',
  faxPrinted: 'is an entry of the record of who saw a fax (fax_access)',
  checkWhitelistedDomain: 'asks DNS again; a domain that is proved by it is audited (whitelist.prove)',
  carrierNotice: 'what a carrier reports; the fax that it is about is audited when it arrives or ends',
  egnyteInvoke: 'Egnyte names the files that somebody chose; the fax is audited when it is sent',
  egnyteBegin: 'remembers what the consent page shows; the consent is audited',
  operatorLineTest: 'asks a line how it is and changes nothing',
  operatorTestCallStop: 'ends a test call early; placing it is audited',
  operatorAuditVerify: 'reads the audit and changes nothing',
};

/**
 * Calls whose request succeeds only once, whatever the outcome: it contains a code, a ticket or the answer to a
 * challenge.
 */
const USED_UP: readonly CallName[] = [
  'confirmSecondStep',
  'takeSecondStep',
  'addPasskey',
  'passkeyLogin',
  'agreeToHandOver',
  'egnyteLogin',
  'operatorTakeStep',
  'operatorConfirmStep',
];

/** Calls that leave the work to a job, so that their duration reveals nothing. */
const BY_A_JOB: readonly CallName[] = ['forgotPassword'];

interface AuditRow {
  action: string;
  who: string;
  address: string;
  now: boolean;
}

const mutations = Object.entries<Call>(allCalls)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name]) => name as CallName);

describe('every call that changes something', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld();
    await world.one(
      `create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
    );
  });
  // The tests log in so fast that it would count as guessing.
  beforeEach(async () => {
    await world.one('delete from login_failure');
  });
  afterAll(async () => await world.stop());

  const rowsSince = async ({ id, at }: { id: string; at: string }): Promise<AuditRow[]> =>
    (
      await world.test.database.pool.query<AuditRow>(
        `select action, actor_kind || coalesce('/' || actor_id, '') as who, address,
           at between $2 and clock_timestamp() as now
         from audit where id > $1 order by id`,
        [id, at],
      )
    ).rows;

  /** Makes a call while no audit row can be written. */
  const askUnaudited = async (name: CallName, request: Request): Promise<number> => {
    await world.one(
      `create trigger refused before insert on audit for each row execute function refuse_audit()`,
    );
    const { statusCode } = await world.ask(name, request);
    await world.one('drop trigger refused on audit');
    return statusCode;
  };

  it('is audited, or is on the list of those that are not, with a reason', () => {
    const listed = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)];
    expect(listed.toSorted()).toEqual(mutations.toSorted());
  });

  it.each(mutations.filter((name) => NOT_AUDITED[name] === undefined))(
    '[A-AUDIT-01] %s writes its audit row: who, what, when, from where; without it nothing is done',
    async (name) => {
      const [action, prepare] = AUDITED[name] ?? [];
      if (action === undefined || !prepare) throw new Error('a new call needs a request in test/audited');
      let request = await prepare(world);
      expect(await askUnaudited(name, request)).toBe(BY_A_JOB.includes(name) ? 200 : 500);
      if (USED_UP.includes(name)) request = await prepare(world);
      const before = {
        id: await world.one<string>('select coalesce(max(id), 0)::text from audit'),
        at: await world.one<string>('select clock_timestamp()::text'),
      };
      const answer = await world.ask(name, request);
      expect([name, answer.statusCode < 400, answer.body]).toEqual([name, true, answer.body]);
      if (BY_A_JOB.includes(name)) await world.test.runJobs();
      const row = (await rowsSince(before)).find((one) => one.action === action);
      const who = expect.stringMatching(whoAsks(world, name, request));
      expect(row).toEqual({ action, who, address: '127.0.0.1', now: true });
    },
  );

  it('[A-AUDIT-01] no setting turns the audit off: kept as short as possible, all acts are there and the chain is whole', async () => {
    expect(Object.keys(settings).filter((name) => name.includes('AUDIT'))).toEqual(['F2E_KEEP_AUDIT_DAYS']);
    for (const env of [{ F2E_AUDIT: '0' }, { F2E_KEEP_AUDIT_DAYS: '0' }])
      expect(() => readConfig(env)).toThrow(ConfigError);
    const { audit: days } = readConfig({ F2E_KEEP_AUDIT_DAYS: '1' }).keepDays;
    const { auditChain } = world.test.services;
    expect(await auditChain.purge(days)).toBe(0);
    const rows = await world.one<number>(
      'select (select count(*) from audit)::int + (select count(*) from fax_access)::int',
    );
    expect(rows).toBeGreaterThan(Object.keys(AUDITED).length);
    expect(await auditChain.verify()).toEqual({ ok: true, rows });
  });
});

/**
 * Returns the expected actor of a request's row, such as `account/12`. For guests and operators only the kind is known
 * here.
 */
function whoAsks({ owner, parent }: World, name: CallName, { as }: Request): RegExp {
  const { access }: Call = allCalls[name];
  if (access === 'guest') return /^(?:guest|(?:account|parent|operator|person)\/\d+)$/u;
  if (access === 'operator') return /^operator\/\d+$/u;
  if (access === 'multifax' || as === parent.session) return new RegExp(`^parent/${parent.id}$`, 'u');
  if (as && !('id' in as)) return /^account\/\d+$/u;
  return new RegExp(`^account/${String((as ?? owner).id)}$`, 'u');
}
