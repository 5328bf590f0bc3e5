import { FAX_SORTS } from '#contract/mailbox/inbox.ts';
import type { FaxSort } from '#contract/mailbox/inbox.ts';
import type { Database } from '#engine/database/port.ts';
import { listFaxes } from '#server/features/mailbox/inbox/fax-list.store.ts';
import type { ListRequest } from '#server/features/mailbox/inbox/fax-list.store.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { BIG_ACCOUNT, buildMailboxes, MIDDLE_ACCOUNT } from './mailbox-data.ts';
import { processorSince, processorTimes } from './processor-times.ts';

/** How long each cell is measured, in milliseconds. */
const CELL_MS = 400;
const CALLERS = [1, 8, 32];
const SMALL_ACCOUNT = 5_000;

/** A kind of list request: each call creates a new one from random numbers. */
interface Shape {
  name: string;
  account: number;
  request: () => ListRequest;
}

const page = (start: number, by: FaxSort = 'fax_date', search = ''): ListRequest => ({
  scope: { folders: [1] },
  sort: [{ by, dir: Math.random() < 0.5 ? 'asc' : 'desc' }],
  start: Math.max(0, Math.floor(start)),
  length: 100,
  words: search.split(' ').filter(Boolean),
  columns: ['from_company', 'fax_from', 'fax_date', 'to_person'],
});

/** Searches in the large mailbox, and about how much of it each finds. */
const SEARCHES: Record<string, string> = {
  'a rare company (0.03 %)': 'group 103',
  'a company word (6 %)': 'medical',
  'a letter (98 %)': 'a',
  'half of the companies': 'co',
  'a rare number': '7343914',
  'a name': 'person 17',
  'a day': '06/12/2026',
  'a day of each year': '06/12',
  'ten days of each year': '06/1',
  'a month': '06/',
  'a year': '/2026',
  'ten minutes of every day': '12:3',
  'an hour of every day': '12:',
  'two digits': '06',
  'one digit': '3',
  'a company on a day': 'medical 06/12',
  'a letter in a year': 'a /2026',
  'a company in an hour': 'medical 12:',
};

async function shapes(database: Database): Promise<Shape[]> {
  const total = (account: number) =>
    database.db
      .selectFrom('folder_counter')
      .select('total')
      .where('account_id', '=', account)
      .where('folder', '=', 1)
      .executeTakeFirstOrThrow();
  const big = (await total(BIG_ACCOUNT)).total;
  const middle = (await total(MIDDLE_ACCOUNT)).total;
  const list: Shape[] = [
    { name: 'small mailbox, first page', account: SMALL_ACCOUNT, request: () => page(0) },
    {
      name: 'middling mailbox, any page, any order',
      account: MIDDLE_ACCOUNT,
      request: () => page(Math.random() * middle, any()),
    },
  ];
  for (const by of FAX_SORTS) {
    list.push({ name: `by ${by}, first page`, account: BIG_ACCOUNT, request: () => page(0, by) });
    list.push({
      name: `by ${by}, random page`,
      account: BIG_ACCOUNT,
      request: () => page(Math.random() * big, by),
    });
    list.push({
      name: `by ${by}, middle (the deepest)`,
      account: BIG_ACCOUNT,
      request: () => page(big / 2, by),
    });
    list.push({ name: `by ${by}, last page`, account: BIG_ACCOUNT, request: () => page(big - 50, by) });
  }
  for (const [name, search] of Object.entries(SEARCHES)) {
    const account = BIG_ACCOUNT;
    const { filtered } = await listFaxes(database, provenAccount(account), page(0, 'fax_date', search));
    const share = `${((100 * filtered) / big).toPrecision(2)} %`;
    list.push({
      name: `search ${name} «${search}» (${share}), first page by date`,
      account,
      request: () => page(0, 'fax_date', search),
    });
    for (const by of FAX_SORTS)
      list.push({
        name: `  the same, middle page by ${by}`,
        account,
        request: () => page(filtered / 2, by, search),
      });
  }
  return list;
}

function any(): FaxSort {
  return FAX_SORTS[Math.floor(Math.random() * FAX_SORTS.length)] ?? 'fax_date';
}

interface Cell {
  p50: number;
  p99: number;
  /** Processor time of a request, here and in the database: more meaningful than p50 on a shared machine. */
  cpu: number;
}

/** Measures one shape: every caller sends its next request as soon as it has a response. */
async function measure(database: Database, shape: Shape, callers: number): Promise<Cell> {
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    const start = performance.now();
    await listFaxes(database, provenAccount(shape.account), shape.request());
    times.push(performance.now() - start);
  };
  await Promise.all(Array.from({ length: callers }, ask));
  times.length = 0;
  const began = await processorTimes(database);
  const end = performance.now() + CELL_MS;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      do await ask();
      while (performance.now() < end);
    }),
  );
  const cpu = (await processorSince(database, began)) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), cpu };
}

/** Prints p50, p99 and processor time in milliseconds for each shape at 1, 8 and 32 callers, over a million faxes. */
export async function run(): Promise<void> {
  const start = performance.now();
  const { database, drop } = await buildMailboxes();
  try {
    console.log(`a million faxes in ${Math.round((performance.now() - start) / 1000)} s`);
    console.log(`milliseconds: p50 / p99 (processor time) with ${CALLERS.join(', ')} callers`);
    for (const shape of await shapes(database)) {
      const cells: string[] = [];
      for (const callers of CALLERS) {
        const { p50, p99, cpu } = await measure(database, shape, callers);
        cells.push(`${p50.toFixed(1)} / ${p99.toFixed(1)} (${cpu.toFixed(1)})`.padStart(24));
      }
      console.log(`${shape.name.padEnd(72)}${cells.join('')}`);
    }
  } finally {
    await drop();
  }
}
