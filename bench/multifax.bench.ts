import { ACTIONS_SHOWN } from '#contract/customers/mailbox-view.ts';
import { countOwnActions, listOwnActions } from '#server/features/audit/log/own-actions.store.ts';
import { MultifaxAccounts } from '#server/features/customers/administrators/accounts/multifax-accounts.service.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import type { DayRange } from '#server/features/customers/usage/usage.store.ts';
import { provenAdministrator } from '#server/kit/scope.ts';

import { openBenchDatabase } from './bench-database.ts';

const ACCOUNTS = 5_000;
const DAYS = 365;
/** Number of faxes in the export. */
const FAXES = 1_000_000;
/** Number of actions of the administrator over the years. */
const ACTS = 100_000;
const ROUNDS = 20;
const ZONE = 'America/New_York';
const ADMINISTRATOR = provenAdministrator(1);

/** One administrator with ACCOUNTS accounts, a year of usage, and a million faxes in a hundred of them. */
const FILL = [
  `insert into brand (name, is_default) values ('bench', true)`,
  `insert into parent (brand_id, username, email, total_services, total_pages)
   values (1, 'bench', 'b@example.com', ${ACCOUNTS}, 1)`,
  `insert into account (brand_id, parent_id, fax_number, admin_email, state)
   select 1, 1, (2120000000 + i)::text, 'child' || i || '@example.com', 'active' from generate_series(1, ${ACCOUNTS}) i`,
  `insert into service_slot (parent_id, account_id) select 1, id from account`,
  `insert into number (digits, kind, area_code, state, account_id)
   select fax_number, 'local', '212', 'assigned', id from account`,
  `insert into usage_day (account_id, day, sent_pages, rcvd_pages)
   select a.id, date '2025-11-21' + d, 3, 4 from account a, generate_series(1, ${DAYS}) d where (a.id + d) % 5 = 0`,
  `alter table fax disable trigger user`,
  `insert into document (account_id, storage_key, source, state) values (1, 'bench', 'line', 'ready')`,
  `insert into fax_party (account_id, number, company, sender, to_person)
   select i, '3105550111', '', '', '' from generate_series(1, 100) i`,
  `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, archived)
   select p.account_id, 1, 'b' || i, 'R', timestamptz '2026-01-01' + make_interval(secs => i * 20), p.id, p.number, '', 1, i % 2 = 0
   from generate_series(1, ${FAXES}) i join fax_party p on p.account_id = 1 + i % 100`,
  `alter table fax enable trigger user`,
  `insert into audit (actor_kind, actor_id, action, account_id)
   select 'parent', 1, 'account.change', 1 + i % ${ACCOUNTS} from generate_series(1, ${ACTS}) i`,
  `analyze`,
];

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * (ROUNDS - 1))] ?? 0).toFixed(1);
  console.log(`${name.padEnd(44)}${[0.5, 0.95, 1].map((part) => at(part).padStart(8)).join(' / ')}`);
}

/**
 * Prints p50, p95 and maximum in milliseconds of the waits of an administrator with 5,000 accounts, and the cost of an
 * export.
 */
export async function run(): Promise<void> {
  const { database, drop } = await openBenchDatabase(4, FILL);
  try {
    const accounts = new MultifaxAccounts({ database, zone: ZONE });
    const usage = new MultifaxUsage({ database, zone: ZONE });
    await usage.rollUp();
    const page = { terms: [], id: null, sort: null, order: 'asc', offset: 0, limit: 10 } as const;
    const range = { from: '2026-01-01', to: '2026-10-31' };
    const first = { sort: 'total', order: 'desc', offset: 0, limit: 10 } as const;
    await timed('main data', async () => await accounts.main({ parentId: ADMINISTRATOR }));
    await timed('first page', async () => await accounts.list(ADMINISTRATOR, page));
    await timed(
      'last page',
      async () => await accounts.list(ADMINISTRATOR, { ...page, offset: ACCOUNTS - 10 }),
    );
    await timed(
      'sorted by e-mail',
      async () => await accounts.list(ADMINISTRATOR, { ...page, sort: 'email' }),
    );
    await timed('searched', async () => await accounts.list(ADMINISTRATOR, { ...page, terms: ['child49'] }));
    await timed('usage of ten months', async () => await usage.list(ADMINISTRATOR, range, first));
    await timed('days of ten months', async () => await usage.days(ADMINISTRATOR, range));
    await timed('activity', async () => {
      await listOwnActions(database.db, ADMINISTRATOR, { offset: 0, limit: 10 });
      await countOwnActions(database.db, ADMINISTRATOR, ACTIONS_SHOWN);
    });
    await exported(usage, { from: '2026-01-01', to: '2026-01-23' });
    await exported(usage, range);
  } finally {
    await drop();
  }
}

/** Reads an export to its end, and prints its duration, size and memory use. */
async function exported(usage: MultifaxUsage, range: DayRange): Promise<void> {
  const before = process.memoryUsage().rss;
  const began = performance.now();
  let [rows, bytes, most] = [-1, 0, before];
  for await (const piece of usage.text(ADMINISTRATOR, range)) {
    rows += piece.split('\n').length - 1;
    bytes += Buffer.byteLength(piece);
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `export of ${rows} rows: ${seconds} s, ${mega(bytes)} MB, ${mega(most - before)} MB of memory more than before`,
  );
}

function mega(count: number): number {
  return Math.round(count / 1e6);
}
