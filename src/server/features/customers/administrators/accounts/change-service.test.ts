import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeFax } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { passwordRig } from '#test/password-rig.ts';
import type { PasswordRig } from '#test/password-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { silentLog } from '#test/test-database.ts';

import { accountsJobs } from '#server/features/customers/accounts/accounts.jobs.ts';
import { reopenByOperator } from '#server/features/customers/accounts/accounts.service.ts';

const CHANGE = '/api/faxui/changeService.json';
const DELETE = '/api/faxui/deleteService.json';

describe('the accounts of an administrator', () => {
  let test: TestApp;
  let rig: PasswordRig;
  let parent: AdministratorPerson;
  let child: Awaited<ReturnType<typeof makeManagedAccount>>;

  beforeAll(async () => {
    test = await startApp();
    rig = passwordRig(test);
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from login_failure');
    parent = await signInAdministrator(test, { services: 5 });
    child = await makeManagedAccount(test.database.db, parent);
  });
  afterAll(async () => await test.stop());

  const mailsTo = async (to: string) => {
    await test.runJobs();
    return (await readMails(test.folder)).filter((mail) => mail.to === to).map(({ template }) => template);
  };

  it('[MFA-10] [MFA-11] [MFA-39] [MFA-41] are listed with everything at a glance, and without any password', async () => {
    const { db } = test.database;
    await db
      .insertInto('whitelisted_domain')
      .values({ account_id: child.id, domain: 'glance.example', active: false })
      .execute();
    await db
      .insertInto('subaccount')
      .values({ account_id: child.id, email: 'sub@example.com', receive_faxes: true, send_faxes: false })
      .execute();
    const answer = await parent.get('MultifaxAccountInfo', { 'current-page': '1', 'per-page': '10' });
    expect(answer.json()).toEqual({
      accountList: [
        {
          uid: String(child.id),
          faxnumber: child.number,
          email: child.email,
          emailProved: '1',
          workingEmail: child.email,
          pass: '',
          type: 'local',
          status: 'OK',
          subAccounts: ['sub@example.com'],
          whiteDomainsList: [{ id: expect.any(String), Domain: 'glance.example', active: '0', proved: '0' }],
          isHIPAA: false,
          domain: '',
          portingNumber: null,
          mayView: false,
        },
      ],
      totalUsed: 1,
      total: 5,
      freeServiceId: expect.any(String),
      rows: 1,
    });
    expect(answer.body).not.toContain('argon');
    expect((await parent.get('Accounts')).json()).toEqual([
      { id: String(child.id), fnumber: child.number, email: child.email },
    ]);
  });

  it('[MFA-09] [A-MULTI-05] come in pages of ten, at most a hundred, also when asked for nonsense; searched and sorted', async () => {
    const many = await signInAdministrator(test, { services: 105 });
    const password = null;
    const numbers = [];
    for (let i = 0; i < 102; i += 1)
      numbers.push((await makeManagedAccount(test.database.db, many, { password })).number);
    const rows = async (query: Record<string, string>) => (await many.list(query)).accountList.length;
    expect(await rows({ 'current-page': '11', 'per-page': '10' })).toBe(2);
    for (const [asked, got] of [
      ['1000000000', 100],
      ['-1', 1],
      ['x', 10],
      ['0', 1],
      ['', 1],
    ] as const)
      expect([asked, await rows({ 'per-page': asked })]).toEqual([asked, got]);
    expect(await rows({ 'current-page': '1e99' })).toBe(0);
    const pages = await Promise.all(
      Array.from(
        { length: 11 },
        async (_, page) => await many.list({ 'current-page': String(page + 1), sort: 'email' }),
      ),
    );
    expect(new Set(pages.flatMap(({ accountList }) => accountList.map(({ uid }) => uid))).size).toBe(102);
    const [number = ''] = numbers;
    const found = await many.list({
      search: `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`,
    });
    expect([found.rows, found.totalUsed, found.accountList[0]?.['faxnumber']]).toEqual([1, 102, number]);
    expect((await many.list({ search: '%' })).rows).toBe(0);
    const last = await many.list({ sort: 'faxnumber', order: 'desc' });
    expect(last.accountList[0]?.['faxnumber']).toBe(numbers.toSorted().at(-1));
  });

  it('[MFA-27] [A-MULTI-03] e-mail and password change by the brand’s rules; sessions end and mails tell', async () => {
    const session = await test.signIn(child.number);
    for (const password of ['abc12!', 'aB3-xyz', `aB3-${'x'.repeat(29)}`, 'aB345678']) {
      const answer = await parent.send('POST', CHANGE, { id: child.id, password });
      expect([password, answer.statusCode, answer.json().error]).toEqual([password, 400, 'PASSWORD_RULES']);
    }
    for (const email of [`${'a'.repeat(121)}@ok.test`, 'a@ok.test\r\nBcc: x@y.test', 'abc'])
      expect((await parent.send('POST', CHANGE, { id: child.id, email })).statusCode).toBe(400);
    expect(await rig.stands(session)).toBe(true);
    expect(await rig.logsIn(child.number, PASSWORD)).toBe(true);
    const body = {
      id: String(child.id),
      faxnumber: child.number,
      domain: 'x',
      password: 'Harbor7light!',
      email: `new-${child.id}@example.com`,
    };
    expect((await parent.send('POST', CHANGE, body)).json()).toEqual({ success: true });
    expect(await rig.stands(session)).toBe(false);
    expect(await rig.logsIn(child.number, 'Harbor7light!')).toBe(true);
    expect((await mailsTo(child.email)).toSorted()).toEqual(['email-changed', 'password-changed']);
    expect((await mailsTo(body.email)).toSorted()).toEqual(['email-changed', 'verify-account']);
    const { rows } = await test.database.pool.query(
      "select actor_kind, actor_id, detail from audit where account_id = $1 and action = 'account.change'",
      [child.id],
    );
    expect(rows).toEqual([
      { actor_kind: 'parent', actor_id: Number(parent.id), detail: { email: body.email, password: true } },
    ]);
  });

  it('[A-TENANT-18] an own id with a number that is not its own changes nothing', async () => {
    const other = await makeManagedAccount(test.database.db, parent);
    for (const url of [CHANGE, DELETE]) {
      const answer = await parent.send('POST', url, {
        id: child.id,
        faxnumber: other.number,
        email: 'x@example.com',
      });
      expect(answer.statusCode).toBe(404);
    }
    expect(await rig.logsIn(child.number, PASSWORD)).toBe(true);
    expect(await rig.logsIn(other.number, PASSWORD)).toBe(true);
  });

  it('[A-MULTI-04] a removed account is gone at once, the operator can reopen it while its number rests, for 90 days', async () => {
    const session = await test.signIn(child.number);
    const fax = await makeFax(test.database.db, child.id);
    const foreign = await test.app.inject({
      method: 'POST',
      url: DELETE,
      cookies: parent.session.cookies,
      headers: { ...parent.session.headers, origin: 'https://evil.test' },
      payload: { id: child.id },
    });
    expect(foreign.statusCode).toBe(403);
    const before = await parent.list();
    const twice = await Promise.all([
      parent.send('POST', DELETE, { id: child.id, password: 'whatever' }),
      parent.send('POST', DELETE, { id: child.id }),
    ]);
    expect(twice.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await rig.stands(session)).toBe(false);
    expect(await rig.logsIn(child.number, PASSWORD)).toBe(false);
    const after = await parent.list();
    expect([before.totalUsed, after.totalUsed, after.accountList]).toEqual([1, 0, []]);
    expect((await mailsTo(child.email)).filter((name) => name === 'service-removed')).toHaveLength(1);
    const number = async () =>
      (
        await test.database.pool.query(
          'select state, account_id, last_account_id from number where digits = $1',
          [child.number],
        )
      ).rows;
    expect(await number()).toEqual([{ state: 'quarantine', account_id: null, last_account_id: child.id }]);
    const reopened = await reopenByOperator(test.database, child.id);
    expect(reopened).toMatchObject({ kind: 'ok', account: { state: 'active', faxNumber: child.number } });
    expect(await parent.list()).toMatchObject({ totalUsed: 1, accountList: [{ uid: String(child.id) }] });
    expect(await rig.logsIn(child.number, PASSWORD)).toBe(true);
    const kept = await test.database.db
      .selectFrom('fax')
      .select(['id', 'deleted_at'])
      .where('account_id', '=', child.id)
      .execute();
    expect(kept).toEqual([{ id: fax.id, deleted_at: null }]);
    expect((await parent.send('POST', DELETE, { id: child.id })).statusCode).toBe(200);
    await test.database.pool.query('delete from service_slot where parent_id = $1', [Number(parent.id)]);
    expect(await reopenByOperator(test.database, child.id)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('are in use') as string,
    });
    const [nightly] = accountsJobs({
      database: test.database,
      log: silentLog,
      keepDays: 30,
      restDays: 90,
      queueMail: async () => {},
    });
    await nightly?.run({}, AbortSignal.timeout(10_000));
    expect((await number())[0]?.state).toBe('quarantine');
    await test.database.pool.query(
      "update number set quarantine_until = quarantine_until - interval '90 days' where state = 'quarantine'",
    );
    await nightly?.run({}, AbortSignal.timeout(10_000));
    expect(await number()).toEqual([{ state: 'free', account_id: null, last_account_id: null }]);
  });
});
