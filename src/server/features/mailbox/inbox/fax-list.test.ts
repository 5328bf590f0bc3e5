import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FAX_SORTS } from '#contract/mailbox/inbox.ts';
import { dice, naiveList } from '#test/naive-list.ts';
import type { SeenFax } from '#test/naive-list.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { MEASURED } from './costs.ts';
import type { Costs } from './costs.ts';
import { listFaxes } from './fax-list.store.ts';
import type { SearchColumn } from './search-terms.ts';

/** Zones with daylight saving time in either hemisphere, with half hours, with a half-hour change, and without any. */
const ZONES = ['America/New_York', 'Asia/Kathmandu', 'Australia/Sydney', 'UTC', 'Africa/Casablanca'];
/** In a small mailbox walking is always cheapest; each of these makes another way the cheapest. */
const WAYS: Record<string, Costs> = {
  cheapest: MEASURED,
  'gather by party': { ...MEASURED, filter: 1e6, gather: 1e-6, longWalk: Infinity },
  'gather by time': { ...MEASURED, filter: 1e6, gatherByTime: 1e-6, longWalk: Infinity },
  step: { ...MEASURED, step: 1e6, filter: 1e6, sort: 1e3, place: 1e-3, longWalk: 0 },
};
const ALL_COLUMNS: SearchColumn[] = ['from_company', 'fax_from', 'fax_date', 'to_person'];
const SEARCHES = [
  'acme',
  'É',
  'a',
  '5550',
  '(212) 555',
  '212-555',
  '+1212',
  'reader',
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '06',
  '6',
  '2',
  '20',
  '2026',
  '/',
  '/2026',
  '06/1',
  '11/01/2026',
  '03/08',
  '12:3',
  ':3',
  '01:30',
  '02:',
  '1:',
  ':',
  '10/',
  'acme 2026',
  'acme 06',
  '06 12',
  '12:3 06',
  'a b',
  '03/08 02:',
  'person 1',
  '0 1',
  'a 1 2',
  '5 5',
  'zzz',
  '99/99',
];

let test: TestDatabase;
const account = provenAccount(1);

let seen: SeenFax[];

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test;
  await sql`insert into brand (name, is_default) values ('Test', true)`.execute(db);
  await sql`insert into account (brand_id, fax_number, admin_email) values (1, '2125550100', 'o@example.com'),
    (1, '2125550101', 'p@example.com')`.execute(db);
  await sql`insert into account_settings (account_id, timezone_id) values (1, 5), (2, 5)`.execute(db);
  await sql`insert into document (account_id, storage_key, source) values (1, 'a', 'line'), (2, 'b', 'line')`.execute(
    db,
  );
  await sql`insert into fax_party (account_id, number, company, sender, to_person)
    select a, (array['2125550142', '6461205550', '', '3305550' || p])[1 + p % 4],
      (array['Acme', 'École Zürich', '', 'Beta 06 Ltd', '10% Off_Co\\', 'acme group ' || p, 'A/S 06/12'])[1 + p % 7],
      (array['', 'Person ' || p])[1 + p % 2], (array['', '', 'Reader É ' || p])[1 + p % 3]
    from generate_series(1, 2) a, generate_series(1, 40) p on conflict do nothing`.execute(db);
  const roll = dice(7);
  const { rows: parties } = await sql<{ account_id: number; id: number; number: string; company: string }>`
    select account_id, id, number, company from fax_party order by id`.execute(db);
  // Minute by minute around clock changes, otherwise anywhere in two years.
  const changes = [
    '2026-03-08T06:50Z',
    '2026-11-01T05:00Z',
    '2026-04-04T15:30Z',
    '2026-10-03T15:40Z',
    '2026-02-15T02:00Z',
  ];
  const rows = Array.from({ length: 900 }, (_, i) => {
    const party = parties[Math.floor(roll() * parties.length)] ?? parties[0];
    const near = Date.parse(changes[i % changes.length] ?? '') + Math.floor(roll() * 180) * 60_000;
    const far = Date.parse('2025-06-01T00:00Z') + roll() * 500 * 86_400_000;
    return {
      account_id: party?.account_id ?? 1,
      document_id: party?.account_id ?? 1,
      path_key: `key-${String(i).padStart(18, '0')}`,
      action: roll() < 0.7 ? ('R' as const) : ('S' as const),
      fax_at: new Date(i % 3 === 0 ? near : far),
      party_id: party?.id ?? 1,
      other_number: party?.number ?? '',
      company: party?.company ?? '',
      pages: Math.floor(roll() * 5),
      bytes: Math.floor(roll() * 50),
      is_new: roll() < 0.3,
      archived: roll() < 0.15,
      outbox: roll() < 0.05,
      deleted_at: roll() < 0.05 ? new Date() : null,
    };
  });
  await db.insertInto('fax').values(rows).execute();
  seen = (
    await sql<SeenFax>`select f.id, f.folder, f.fax_at, f.other_number, f.company, p.sender, p.to_person, f.company_key,
      f.pages, f.bytes from fax f join fax_party p on p.account_id = f.account_id and p.id = f.party_id
      where f.account_id = 1`.execute(db)
  ).rows;
});

afterAll(async () => {
  await test.drop();
});

async function setZone(zone: string): Promise<void> {
  await sql`update account_settings set timezone_id = (select id from timezone where system_name = ${zone})
    where account_id = 1`.execute(test.db);
}

describe('the message list', () => {
  it('[INBOX-16] gives the same rows as reading everything: every order, folder and offset', async () => {
    for (const folders of [[1], [2], [3], [4], [1, 2]]) {
      for (const by of FAX_SORTS) {
        for (const dir of ['asc', 'desc'] as const) {
          const right = naiveList(seen, { zone: 'UTC', folders, words: [], columns: [], by, dir });
          for (const start of [
            0,
            1,
            7,
            right.length >> 1,
            right.length - 3,
            right.length,
            right.length + 5,
            1e9,
          ]) {
            if (start < 0) continue;
            const costs = start % 2 ? WAYS['step'] : MEASURED;
            const list = await listFaxes(test, account, {
              scope: { folders },
              sort: [{ by, dir }],
              start,
              length: 10,
              words: [],
              columns: [],
              costs,
            });
            expect(list.rows.map(({ id }) => id)).toEqual(right.slice(start, start + 10));
            expect([list.total, list.filtered]).toEqual([right.length, right.length]);
          }
        }
      }
    }
  });

  it.each(ZONES)(
    '[INBOX-17] finds in %s what the reader sees, also on the days when clocks change',
    async (zone) => {
      await setZone(zone);
      const roll = dice(zone.length);
      for (const search of SEARCHES) {
        const words = search.toLowerCase().split(/\s+/);
        for (const by of FAX_SORTS) {
          const way = Object.keys(WAYS)[Math.floor(roll() * 4)] ?? 'cheapest';
          const costs = WAYS[way] ?? MEASURED;
          const dir = roll() < 0.5 ? 'asc' : 'desc';
          const right = naiveList(seen, { zone, folders: [1], words, columns: ALL_COLUMNS, by, dir });
          const start = Math.floor(roll() * right.length * 1.1);
          const list = await listFaxes(test, account, {
            scope: { folders: [1] },
            sort: [{ by, dir }],
            start,
            length: 20,
            words,
            columns: ALL_COLUMNS,
            costs,
          });
          expect({
            way,
            zone,
            search,
            by,
            dir,
            start,
            filtered: list.filtered,
            ids: list.rows.map(({ id }) => id),
          }).toEqual({
            way,
            zone,
            search,
            by,
            dir,
            start,
            filtered: right.length,
            ids: right.slice(start, start + 20),
          });
        }
      }
    },
  );
});
