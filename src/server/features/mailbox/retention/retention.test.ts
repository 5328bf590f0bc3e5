import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { pathFor } from '#contract/kit/call.ts';
import { faxArchiveAction } from '#contract/mailbox/inbox.ts';
import { createLegalHolds } from '#server/features/customers/accounts/legal-hold/legal-hold.service.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';
import { silentLog } from '#test/test-database.ts';

import { RetentionService } from './retention.service.ts';

let test: TestApp;
let owner: Awaited<ReturnType<typeof makeAccount>>;
let session: SignedIn;
const never = new AbortController().signal;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  // Keeps faxes of earlier tests from being due in this one.
  await test.database.pool.query('update fax set fax_at = now()');
  owner = await makeAccount(test.database.db);
  session = await test.signIn(owner.number);
});

const service = (least = 7, most: number | null = null) =>
  new RetentionService({ database: test.database, bounds: { least, most }, restoreDays: 30 });
const night = async (retention = service()) => await retention.moveOldFaxes(never, silentLog);
const put = async (body: object, as = session) =>
  await test.app.inject({ method: 'PUT', url: '/api/faxui/retention', ...as, payload: body });
const read = async () => (await test.app.inject({ url: '/api/faxui/retention', ...session })).json<object>();

/** Makes a fax from this many days ago and returns its id. */
async function faxOf(days: number, values: Parameters<typeof makeFax>[2] = {}): Promise<number> {
  const { id } = await makeFax(test.database.db, owner.id, values);
  await test.database.pool.query(`update fax set fax_at = now() - make_interval(days => $2) where id = $1`, [
    id,
    days,
  ]);
  return id;
}
async function deleted(): Promise<number[]> {
  const { rows } = await test.database.pool.query<{ id: number }>(
    'select id::int as id from fax where account_id = $1 and deleted_at is not null order by id',
    [owner.id],
  );
  return rows.map(({ id }) => id);
}
const act = async (action: string, fid: number) => {
  const payload = { action, fid };
  const answer = await test.app.inject({
    method: 'PUT',
    url: pathFor(faxArchiveAction),
    ...session,
    payload,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
};

describe('how long faxes are kept', () => {
  it('is as long as there is an account until its owner chooses; the choice is audited', async () => {
    expect(await read()).toEqual({
      inbox: null,
      sent: null,
      archive: null,
      choices: [7, 14, 30, 60, 90, 180, 365, 730, 1095, 2190, 2555, 3650],
      most: null,
      restoreDays: 30,
    });
    const old = await faxOf(400);
    expect(await night()).toBe(0);
    const counted = await put({ folder: 'inbox', days: 365, dryRun: true });
    expect(counted.json()).toMatchObject({ data: { inbox: null, moves: 1 } });
    const changed = await put({ folder: 'inbox', days: 365 });
    expect(changed.json()).toMatchObject({ data: { inbox: 365, sent: null, moves: 1 } });
    expect(await deleted()).toEqual([]);
    expect(await night()).toBe(1);
    expect(await deleted()).toEqual([old]);
    const { rows } = await test.database.pool.query(
      `select action, actor_kind, detail from audit where account_id = $1 and action like 'retention.%' order by id`,
      [owner.id],
    );
    expect(rows).toEqual([
      { action: 'retention.change', actor_kind: 'account', detail: { folder: 'inbox', days: 365 } },
      {
        action: 'retention.delete',
        actor_kind: 'system',
        detail: { folder: 'inbox', days: 365, faxes: [old] },
      },
    ]);
  });

  it('counts for each folder by itself; faxes that are being sent stay', async () => {
    const received = await faxOf(31);
    const young = await faxOf(29);
    const sent = await faxOf(91, { action: 'S' });
    await faxOf(89, { action: 'S' });
    await faxOf(400, { archived: true });
    await faxOf(400, { action: 'S', outbox: true });
    for (const [folder, days] of [
      ['inbox', 30],
      ['sent', 90],
    ] as const)
      await put({ folder, days });
    expect(await night()).toBe(2);
    expect(await deleted()).toEqual([received, sent].toSorted((a, b) => a - b));
    expect(await deleted()).not.toContain(young);
    const other = await makeAccount(test.database.db);
    const theirs = await makeFax(test.database.db, other.id, {});
    await test.database.pool.query(`update fax set fax_at = now() - interval '400 days' where id = $1`, [
      theirs.id,
    ]);
    expect(await night()).toBe(0);
  });

  it('begins anew for a fax that was restored, or moved back from the archive', async () => {
    const restored = await faxOf(100);
    const back = await faxOf(100, { archived: true });
    await put({ folder: 'inbox', days: 30 });
    expect(await night()).toBe(1);
    await act('undelete', restored);
    await act('from_archive', back);
    expect(await night()).toBe(0);
    await test.database.pool.query(`update fax set put_back_at = now() - interval '31 days'`);
    expect(await night()).toBe(2);
  });

  it('ends for nothing that a legal hold keeps, of a fax or of the account', async () => {
    const holds = createLegalHolds({ database: test.database });
    const [held, free] = [await faxOf(100), await faxOf(100)];
    await holds.place({ accountId: owner.id, faxId: held, reason: 'case 1' });
    const counted = await put({ folder: 'inbox', days: 30 });
    expect(counted.json()).toMatchObject({ data: { moves: 1 } });
    expect(await night()).toBe(1);
    expect(await deleted()).toEqual([free]);
    await act('undelete', free);
    await test.database.pool.query('update fax set put_back_at = null');
    const all = await holds.place({ accountId: owner.id, faxId: null, reason: 'case 2' });
    expect(await night()).toBe(0);
    await holds.lift(all ?? 0);
    expect(await night()).toBe(1);
  });

  it('lies within the bounds of the operator, also for accounts that chose before', async () => {
    await put({ folder: 'inbox', days: 365 });
    const bound = service(30, 90);
    expect(await bound.read(owner.id)).toEqual({
      inbox: null,
      sent: null,
      archive: null,
      choices: [30, 60],
      most: 90,
      restoreDays: 30,
    });
    const [old, archived] = [await faxOf(91), await faxOf(91, { archived: true })];
    await faxOf(89);
    expect(await night(bound)).toBe(2);
    expect(await deleted()).toEqual([old, archived].toSorted((a, b) => a - b));
    await put({ folder: 'sent', days: 7 });
    const sent = await faxOf(20, { action: 'S' });
    expect(await night(service(30))).toBe(0);
    expect((await service(30).read(owner.id)).sent).toBe(30);
    expect(await night(service(7))).toBe(1);
    expect(await deleted()).toContain(sent);
    for (const days of [6, 8, 0, -1, 1.5, '30', 100_000])
      expect([days, (await put({ folder: 'inbox', days })).statusCode]).toEqual([days, 400]);
    expect((await put({ folder: 'outbox', days: 30 })).statusCode).toBe(400);
  });

  it('moves 1,200 faxes in batches, each in its audit, also when it is repeated', async () => {
    await put({ folder: 'inbox', days: 30 });
    const first = await faxOf(100);
    await test.database.pool.query(
      `insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages, fax_at)
       select account_id, document_id, path_key || n, action, party_id, other_number, company, pages, fax_at
       from fax, generate_series(1, 1199) n where id = $1`,
      [first],
    );
    expect(await night()).toBe(1_200);
    expect(await night()).toBe(0);
    const { rows } = await test.database.pool.query(
      `select sum(jsonb_array_length(detail -> 'faxes'))::int as n from audit
       where account_id = $1 and action = 'retention.delete'`,
      [owner.id],
    );
    expect(rows).toEqual([{ n: 1_200 }]);
  });
});
