import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { migrate } from '#engine/database/migrate.ts';
import { makeAccount } from '#test/factories.ts';
import { fakeDocuments, startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { createTestDatabase, silentLog } from '#test/test-database.ts';

let rig: SendingRig;

beforeAll(async () => {
  rig = await startSending({
    documents: fakeDocuments({
      toFaxPages: async ([file]) => {
        const pages = Number(Buffer.from(file?.bytes ?? []).toString());
        return { kind: 'ok', tiff: file?.bytes ?? new Uint8Array(), pages };
      },
    }),
  });
});
afterAll(async () => await rig.stop());

interface Came {
  /** Minutes after the first fax. */
  at: number;
  pages: number;
  cutOff?: boolean;
  caller?: string;
  stationId?: string;
}

const NOON = Date.parse('2026-11-20T12:00:00Z');
const DAY = 24 * 60;
let calls = 0;

/** Takes in faxes in this order. Returns, for each, the position of the fax that it is linked to. */
async function linksOf(faxes: Came[]): Promise<(number | null)[]> {
  const { id: account, number: called } = await makeAccount(rig.database.db);
  for (const { at, pages, cutOff = false, caller = '3105550111', stationId = 'ACME' } of faxes) {
    calls += 1;
    const call = { lineId: null, callRef: `c${calls}`, caller, stationId, called, cutOff };
    const receivedAt = new Date(NOON + at * 60_000);
    await rig.sending.arrivals.receive({
      ...call,
      receivedAt,
      tiff: Buffer.from(String(pages)),
      source: 'line',
    });
  }
  const rows = await rig.database.db
    .selectFrom('fax')
    .select(['id', 'whole_fax_id'])
    .where('account_id', '=', account)
    .orderBy('id')
    .execute();
  const place = (wanted: number | null) =>
    wanted === null ? null : rows.findIndex(({ id }) => id === wanted);
  return rows.map(({ whole_fax_id: whole }) => place(whole));
}

it('a fax that was cut off is linked with the next complete one of its sender, whichever is taken in first', async () => {
  const part = { at: 0, pages: 2, cutOff: true };
  const whole = { at: 3, pages: 6 };
  expect(await linksOf([part, whole])).toEqual([1, null]);
  expect(await linksOf([whole, part])).toEqual([null, 0]);
  expect(await linksOf([part, { ...part, at: 2, pages: 4 }, whole, { ...whole, at: 9 }])).toEqual([
    2,
    2,
    null,
    null,
  ]);
  const lines = { stationId: '+1 310 555 0111' };
  expect(
    await linksOf([
      { ...part, ...lines },
      { ...whole, ...lines, caller: '3105550112' },
    ]),
  ).toEqual([1, null]);
  const unnamed = { caller: '' };
  expect(
    await linksOf([
      { ...part, ...unnamed },
      { ...whole, ...unnamed },
    ]),
  ).toEqual([1, null]);
});

it('and with no other', async () => {
  const part = { at: 0, pages: 2, cutOff: true };
  const whole = { at: 3, pages: 6 };
  const alone = [null, null];
  expect(await linksOf([part, { ...whole, caller: '3105550112' }])).toEqual(alone);
  expect(await linksOf([part, { ...whole, pages: 1 }])).toEqual(alone);
  expect(await linksOf([part, { ...whole, at: DAY + 1 }])).toEqual(alone);
  expect(await linksOf([part, { ...whole, at: -1 }])).toEqual(alone);
  expect(await linksOf([part, { ...whole, cutOff: true }])).toEqual(alone);
  const unnamed = { caller: '', stationId: '' };
  expect(
    await linksOf([
      { ...part, ...unnamed },
      { ...whole, ...unnamed },
    ]),
  ).toEqual(alone);
  expect(
    await linksOf([
      { ...part, caller: '' },
      { ...whole, caller: '', stationId: 'X' },
    ]),
  ).toEqual(alone);
});

it('an installation of before has its faxes linked by the upgrade', async () => {
  const migrations = join(import.meta.dirname, '../../../../engine/database/migrations');
  const before = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name < '0395');
  const database = await createTestDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  await migrate({ connection: database.connection, log: silentLog, only: before });
  await database.pool.query(`
    insert into brand (id, name, is_default) overriding system value values (1, 'Before', true);
    insert into account (id, brand_id, fax_number, admin_email, state) overriding system value values
      (1, 1, '2125550201', 'own@customer.test', 'active'), (2, 1, '2125550202', 'two@customer.test', 'active');
    insert into document (id, account_id, storage_key, source, state) overriding system value
      select n, 1, 'd' || n, 'line', 'ready' from generate_series(1, 5) n;
    insert into fax_party (account_id, number, company, sender, to_person)
      select a, '3105550111', '', 'ACME', '' from generate_series(1, 2) a;
    insert into fax (account_id, id, document_id, path_key, action, party_id, other_number, company, pages, status, fax_at)
      overriding system value
      select f.account, f.id, f.id, 'p' || f.id, 'R', p.id, '3105550111', '', f.pages, f.status,
        timestamptz '2026-11-20 12:00Z' + f.minutes * interval '1 minute'
      from (values (1, 1, 2, 'FAILED', 0), (1, 2, 6, 'OK', 3), (2, 3, 6, 'OK', 1), (1, 4, 6, 'OK', 5),
        (1, 5, 2, 'FAILED', 9)) f (account, id, pages, status, minutes)
      join fax_party p on p.account_id = f.account`);
  await migrate({ connection: database.connection, log: silentLog });
  const { rows } = await database.pool.query('select id, whole_fax_id as whole from fax order by id');
  expect(rows.map((row: { whole: number | null }) => row.whole)).toEqual([2, null, null, null, null]);
  await database.drop();
});
