import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { allCalls } from '#contract/all-calls.ts';
import { CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import { CONTACT_SORTS } from '#contract/mailbox/contacts-place.ts';
import { FAX_SORTS, FAX_TABLE, FOLDERS, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

import { makeFaxes, removeFaxes } from './many-faxes.ts';
import { lowered } from './naive-list.ts';
import { idsInOrder, pagedList } from './paging-law.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** The people who read lists. */
export interface Readers {
  test: TestApp;
  account: AccountId;
  user: SignedIn;
  parent: AdministratorId;
  administratorSession: SignedIn;
  /** An account of the parent whose mailbox may be viewed. */
  child: AccountId;
  operator: SignedIn;
}

const dir = fc.constantFrom('asc' as const, 'desc' as const);
/** Few values, so that rows have equal sort keys. */
const company = fc.constantFrom('', 'Acme', 'acme', 'Écu', 'Zeta');
const number = fc.constantFrom('2125550142', '2125550143', '3105550111');

/** Returns the rows of a query. */
export async function rowsOf<Row>({ test }: Pick<Readers, 'test'>, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(test.database.db)).rows;
}

/** Requests a page through the real call. Throws unless it succeeds. */
export async function ask<T>(
  { test }: Pick<Readers, 'test'>,
  who: SignedIn,
  call: Call,
  query: string | Record<string, string>,
): Promise<T> {
  const answer = await test.app.inject({ method: call.method, url: pathFor(call), query, ...who });
  if (answer.statusCode !== 200) throw new Error(`${call.path} answers ${answer.statusCode}: ${answer.body}`);
  return answer.json<T>();
}

/** Returns the parameters of lists with page numbers; `start` must be a multiple of `size`. */
export function pageNumber(start: number, size: number): Record<string, string> {
  return { 'current-page': String(start / size + 1), 'per-page': String(size) };
}

type Table = { recordsFiltered: number; data: { fax_id: string; cid: string }[] };

const fax = fc.record({
  company,
  number,
  action: fc.constantFrom('R' as const, 'S' as const),
  at: fc.constantFrom(
    new Date('2026-03-08T06:30:00Z'),
    new Date('2026-03-08T06:30:00.001Z'),
    new Date('2026-04-01T00:00:00Z'),
  ),
  pages: fc.nat(2),
  bytes: fc.constantFrom(10, 20),
  archived: fc.boolean(),
  deleted: fc.nat(4).map((one) => one === 0),
  outbox: fc.nat(4).map((one) => one === 0),
});

interface StoredFax {
  id: number;
  folder: number;
  at: string;
  number: string;
  company: string;
  pages: number;
  bytes: number;
}

const FOLDER_OF = { Inbox: 1, Sent: 2, Archive: 3, Outbox: 4 } as const;
const FAX_KEYS = {
  from_company: (row: StoredFax) => row.company.toLowerCase(),
  fax_date: (row: StoredFax) => row.at,
  fax_from: (row: StoredFax) => row.number,
  fax_pages: (row: StoredFax) => row.pages,
  fax_size: (row: StoredFax) => row.bytes,
};

async function storedFaxes(readers: Readers, account: AccountId): Promise<StoredFax[]> {
  return await rowsOf(
    readers,
    sql<StoredFax>`select id, folder, to_char(fax_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as at, other_number as number,
      company, pages, bytes from fax where account_id = ${account}`,
  );
}

/** The message list of each folder, sorted by one or two columns. */
export function messageList(readers: Readers) {
  const order = fc.record({ by: fc.constantFrom(...FAX_SORTS), dir });
  const { test, account, user } = readers;
  return pagedList({
    rows: fax,
    asked: fc.record({
      folder: fc.constantFrom(...FOLDERS),
      order: fc.uniqueArray(order, { minLength: 1, maxLength: 2, selector: ({ by }) => by }),
    }),
    fill: async (rows) => {
      await removeFaxes(test.database.db, account);
      await makeFaxes(test.database.db, account, rows);
    },
    whole: async (asked) => {
      const rows = (await storedFaxes(readers, account)).filter(
        ({ folder }) => folder === FOLDER_OF[asked.folder],
      );
      const keys = asked.order.map((one) => ({ of: FAX_KEYS[one.by], dir: one.dir }));
      return idsInOrder(rows, keys, asked.order.at(-1)?.dir ?? 'desc');
    },
    read: async (asked, start, size) => {
      const [sort = FAX_TABLE.defaultSort, second] = asked.order;
      const request = { start, length: size, sort, filters: FOLDER_FILTERS[asked.folder] };
      const pairs = buildTableQuery(request, FAX_TABLE);
      const column = pairs.find(([name, value]) => name.endsWith('[data]') && value === second?.by)?.[0];
      if (second && column)
        pairs.push(['order[1][column]', column.replaceAll(/\D/g, '')], ['order[1][dir]', second.dir]);
      const query = new URLSearchParams(pairs).toString();
      const { data, recordsFiltered } = await ask<Table>(readers, user, allCalls.faxArchiveList, query);
      return { ids: data.map((row) => row.fax_id), total: recordsFiltered };
    },
  });
}

/** A mailbox as its administrator sees it. */
export function childFaxes(readers: Readers) {
  const { test, child, administratorSession } = readers;
  return pagedList({
    rows: fax,
    asked: fc.constantFrom(...FOLDERS),
    fill: async (rows) => {
      await removeFaxes(test.database.db, child);
      await makeFaxes(test.database.db, child, rows);
    },
    whole: async (asked) => {
      const rows = (await storedFaxes(readers, child)).filter(({ folder }) => folder === FOLDER_OF[asked]);
      return idsInOrder(rows, [{ of: FAX_KEYS.fax_date, dir: 'desc' }], 'desc');
    },
    read: async (folder, start, size) => {
      const query = { uid: String(child), folder, ...pageNumber(start, size) };
      const { rows, total } = await ask<{ rows: { fax_id: string }[]; total: number }>(
        readers,
        administratorSession,
        allCalls.childFaxes,
        query,
      );
      return { ids: rows.map((row) => row.fax_id), total };
    },
  });
}

/** Folds a text like contact_fold: «José» is found by «jose». */
export function folded(text: string): string {
  return lowered(text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, ''));
}

/** Contacts in every order, all of them or only those with a number. */
export function contactList(readers: Readers) {
  const { test, account, user } = readers;
  const contact = fc.record({
    to_person: company,
    company,
    fax_number: fc.oneof(fc.constant(''), fc.stringMatching(/^212555\d{4}$/)),
  });
  const asked = fc.record({ by: fc.constantFrom(...CONTACT_SORTS), dir, withNumber: fc.boolean() });
  return pagedList({
    rows: contact,
    asked,
    fill: async (rows) => {
      const { db } = test.database;
      await db.deleteFrom('contact').where('account_id', '=', account).execute();
      const values = rows.map((row) => ({ account_id: account, ...row }));
      const all = values.map((row, index) => ({ ...row, email: `${index}@example.com` }));
      const once = all.filter(
        (row, index) =>
          row.fax_number === '' || all.findIndex((one) => one.fax_number === row.fax_number) === index,
      );
      if (once.length > 0) await db.insertInto('contact').values(once).execute();
    },
    whole: async ({ by, dir: way, withNumber }) => {
      const rows = await rowsOf(
        readers,
        sql<{ id: number; to_person: string; company: string; faxnum: string }>`
          select id, to_person, company, fax_number as faxnum from contact where account_id = ${account}`,
      );
      return idsInOrder(
        rows.filter((row) => !withNumber || row.faxnum !== ''),
        [{ of: (row) => folded(row[by]), dir: way }],
        way,
      );
    },
    read: async ({ by, dir: way, withNumber }, start, size) => {
      const request = {
        start,
        length: size,
        sort: { by, dir: way },
        notEmpty: withNumber ? (['faxnum'] as const) : [],
      };
      const query = new URLSearchParams(buildTableQuery(request, CONTACT_TABLE)).toString();
      const { data, recordsFiltered } = await ask<Table>(readers, user, allCalls.contactsList, query);
      return { ids: data.map((row) => row.cid), total: recordsFiltered };
    },
  });
}
