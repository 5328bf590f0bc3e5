import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { needsToken, pathFor } from '#contract/kit/call.ts';

import { makeAccount } from './factories.ts';
import { makeManagedAccount, signInAdministrator } from './multifax-rig.ts';
import { inBothCookies, signInOperator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const ROLES = ['guest', 'task', 'user', 'child', 'parent', 'otherParent', 'operator'] as const;
type Role = (typeof ROLES)[number];

/** Which roles may make calls with each kind of access; the gate rejects all others. */
const OPEN_TO: Record<Call['access'], readonly Role[]> = {
  guest: ROLES,
  user: ['user', 'child'],
  multifax: ['parent', 'otherParent'],
  any: ['user', 'child', 'parent', 'otherParent'],
  operator: ['operator'],
};

interface CallInput {
  query?: Record<string, string>;
  body?: object;
}

/** A call of an administrator that names somebody else's account; null if the call names no account. */
type Foreign = ((ids: { uid: string; number: string; domainId: string }) => CallInput) | null;

const byUid: Foreign = ({ uid }) => ({ query: { uid } });
const domainOf = ({ uid, domainId }: { uid: string; domainId: string }) => ({
  body: { uid, id: domainId, domain: 'matrix.test', status: '0' },
});
const subaccountOf = ({ uid }: { uid: string }) => ({
  body: { uid, email: 'sub@example.com', ReceiveFaxes: '1' },
});
const storageOf =
  (type: 'sftp' | 'egnyte'): Foreign =>
  ({ uid }) => ({
    body: {
      user_id: uid,
      type,
      status: 'N',
      host: 'sftp.example.com',
      port: '22',
      dir: '/',
      login: 'u',
      pass: 'p',
      username: 'acme',
    },
  });

/** One line for every call that administrators may make; a new call without a line fails here. */
const FOREIGN: Record<string, Foreign> = {
  checkAuthToken: null,
  timeZoneList: null,
  // No call names the owner of an endpoint; that endpoints of others are unknown is tested next to the service
  // (A-API-48, A-API-52, A-SCIM-02, A-PEOPLE-03, A-SSO-22).
  ...Object.fromEntries(
    `changePassword otherLogins ownSessions endSession loginNotices changeLoginNotices secondStep beginSecondStep confirmSecondStep endSecondStep renewRecoveryCodes
    passkeys beginPasskey addPasskey renamePasskey removePasskey multifaxInterface people invitePeople changeRole removePerson resendInvitation withdrawInvitation ownAccounts
    leaveAccount putProfile provisioning provisioningCalls takeGroupRole
    administrationSignOn putSignOnProvider removeSignOnProvider testSignOn putSignOnDomain removeSignOnDomain removeSignOnRole requireSignOn apiKeys addApiKey changeApiKey removeApiKey rotateApiKey webhooks addEndpoint changeEndpoint removeEndpoint rotateSecret sendTestEvent retryEndpoint recoverEndpoint deliveryLog
    deliveryDetail resendEvent`
      .split(/\s+/u)
      .map((name) => [name, null]),
  ),
  switchAccount: ({ uid }) => ({ body: { account: uid } }),
  putSignOnRole: ({ uid }) => ({ body: { group: 'nurses', account: uid, role: 'reader' } }),
  giveGroupRole: ({ uid }) => ({ body: { group: '1', account: uid, role: 'reader' } }),
  multifaxAccountInfo: null,
  childAccounts: null,
  localNumberLocations: null,
  multifaxNewProductName: null,
  faxUsage: null,
  usageExport: null,
  usageDays: null,
  externalStorageAccounts: null,
  addService: ({ uid }) => ({ body: { email: 'x@example.com', productType: 'tollfree', parentId: uid } }),
  bulkAddServices: null,
  ownActions: null,
  faxActivity: byUid,
  activityExport: ({ uid }) => ({ query: { uid, startDate: '2026-11-01', endDate: '2026-11-30' } }),
  legalHold: byUid,
  placeLegalHold: ({ uid }) => ({ body: { uid, reason: 'case 7' } }),
  liftLegalHold: ({ uid }) => ({ body: { uid } }),
  openMailbox: ({ uid }) => ({ body: { id: uid } }),
  childFaxes: byUid,
  childFaxFile: ({ uid }) => ({ query: { uid, file: 'k'.repeat(22) + '/prev1.gif' } }),
  changeService: ({ uid }) => ({ body: { id: uid, email: 'taken.over@example.com' } }),
  resendServiceLink: ({ uid }) => ({ body: { id: uid } }),
  deleteService: ({ uid }) => ({ body: { id: uid } }),
  whitelistedDomains: byUid,
  addWhitelistedDomain: ({ uid }) => ({ body: { uid, domain: 'new.test', status: '1' } }),
  changeWhitelistedDomain: domainOf,
  removeWhitelistedDomain: domainOf,
  checkWhitelistedDomain: domainOf,
  subaccounts: byUid,
  addSubaccount: ({ uid }) => ({ body: { uid, email: 'new@example.com' } }),
  changeSubaccount: subaccountOf,
  resendSubaccountLink: subaccountOf,
  removeSubaccount: subaccountOf,
  sftpStorage: byUid,
  addSftpStorage: storageOf('sftp'),
  changeSftpStorage: storageOf('sftp'),
  egnyteStorage: byUid,
  addEgnyteStorage: storageOf('egnyte'),
  changeEgnyteStorage: storageOf('egnyte'),
  storageDeliveries: ({ uid }) => ({ query: { uid, type: 'sftp' } }),
  storageRetry: ({ uid }) => ({ body: { user_id: uid, type: 'sftp' } }),
  egnyteOauth: ({ uid }) => ({ query: { uid, egnyte_domain: 'acme' } }),
};

const calls = Object.entries<Call>(allCalls);
const shared = calls.filter(([, call]) => call.access === 'multifax' || call.access === 'any');

/** Returns whether the gate refused; a call's own 403 has another code. */
const turnedAway = (answer: { body: string }) => /"(?:AUTH_REQUIRED|WRONG_SESSION_KIND)"/.test(answer.body);

describe('who may make which call', () => {
  let test: TestApp;
  let sessions: Record<Exclude<Role, 'guest'>, SignedIn>;
  let child: Awaited<ReturnType<typeof makeManagedAccount>>;
  let ids: { uid: string; number: string; domainId: string };

  beforeAll(async () => {
    test = await startApp();
    const { db } = test.database;
    const [parent, other] = [await signInAdministrator(test), await signInAdministrator(test)];
    child = await makeManagedAccount(db, parent);
    const sibling = await makeManagedAccount(db, parent);
    const user = await makeAccount(db);
    const { id } = await db
      .insertInto('whitelisted_domain')
      .values({ account_id: child.id, domain: 'matrix.test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('subaccount')
      .values({ account_id: child.id, email: 'sub@example.com', receive_faxes: false, send_faxes: false })
      .execute();
    ids = { uid: String(child.id), number: child.number, domainId: String(id) };
    const task = await test.signIn(user.number);
    await test.database.pool.query(
      "update session set kind = 'task' where subject_id = $1 and kind = 'user'",
      [user.id],
    );
    sessions = {
      task,
      user: await test.signIn(user.number),
      child: await test.signIn(sibling.number),
      parent: parent.session,
      otherParent: other.session,
      operator: await signInOperator(test),
    };
  });
  afterAll(async () => await test.stop());

  const ask = async (call: Call, role: Role, { query, body = {} }: CallInput = {}) => {
    const session = role === 'guest' ? { cookies: {}, headers: {} } : sessions[role];
    return await test.app.inject({
      method: call.method,
      url: pathFor(call),
      query: query ?? {},
      // Each token is in both cookies: its kind decides, not the name of the cookie.
      cookies: { ...session.cookies, ...inBothCookies(session) },
      headers: { ...session.headers, 'content-type': 'application/json' },
      ...(call.method === 'GET' ? {} : { payload: body }),
    });
  };
  /** Returns everything of the account that a call could change, and the number of audit rows. */
  const stateOfAccount = async () =>
    JSON.stringify(
      (
        await test.database.pool.query(
          `select a.*, (select json_agg(w) from whitelisted_domain w where account_id = a.id) as domains,
             (select json_agg(s order by email) from subaccount s where account_id = a.id) as subaccounts,
             (select count(*) from audit where account_id = a.id) as changes
           from account a where id = $1`,
          [child.id],
        )
      ).rows,
    );

  it.each(calls)(
    '[A-TENANT-21] [AUTH-12] %s is open to its own kinds of session and to no other',
    async (_, call) => {
      for (const role of ROLES) {
        if (OPEN_TO[call.access].includes(role)) continue;
        const answer = await ask(call, role);
        // Without a session, or with one whose kind opens no call, authentication is required; otherwise the kind is
        // wrong.
        const expected =
          role === 'guest' || role === 'task' ? [401, 'AUTH_REQUIRED'] : [403, 'WRONG_SESSION_KIND'];
        expect([role, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
          role,
          ...expected,
        ]);
      }
    },
  );

  it('[ROLE-01] a mailbox knows two roles: nobody signed in, and its own account, whoever pays for it', async () => {
    const kinds = new Set(calls.map(([, call]) => call.access));
    expect([...kinds].toSorted()).toEqual(['any', 'guest', 'multifax', 'operator', 'user']);
    for (const [name, call] of calls.filter(([, one]) => one.access === 'user')) {
      expect([name, (await ask(call, 'guest')).statusCode]).toEqual([name, 401]);
      for (const role of ['user', 'child'] as const) {
        if (call.replyKind === 'events') continue;
        const answer = await ask(call, role);
        expect([name, role, turnedAway(answer)]).toEqual([name, role, false]);
      }
    }
  });

  it.each(shared)('%s lets its own kinds through', async (_, call) => {
    for (const role of OPEN_TO[call.access]) {
      const { statusCode } = await ask(call, role);
      expect([role, [401, 403].includes(statusCode)]).toEqual([role, false]);
    }
  });

  it.each(shared)(
    '[A-TENANT-16] [A-TENANT-18] %s about an account of another administrator, or of a sibling, is not found and changes nothing',
    async (name, call) => {
      expect(Object.keys(FOREIGN), 'a new call needs a line in FOREIGN').toContain(name);
      const foreign = FOREIGN[name];
      if (!foreign) return;
      const before = await stateOfAccount();
      const strangers: Role[] = [
        'otherParent',
        ...(call.access === 'any' ? (['user', 'child'] as const) : []),
      ];
      for (const role of strangers) {
        const answer = await ask(call, role, foreign(ids));
        expect([role, answer.statusCode]).toEqual([role, 404]);
        const none = await ask(call, role, foreign({ ...ids, uid: '999999999' }));
        expect([role, none.statusCode, none.body]).toEqual([role, 404, answer.body]);
      }
      expect(await stateOfAccount()).toBe(before);
      expect(needsToken(call) || call.method === 'GET').toBe(true);
    },
  );
});
