import * as fc from 'fast-check';
import { sql } from 'kysely';

import { allCalls } from '#contract/all-calls.ts';
import { ACCESS_KINDS } from '#contract/audit/fax-activity.ts';
import { ACCOUNT_SORTS } from '#contract/customers/administrators.ts';
import { USAGE_SORTS } from '#contract/customers/usage.ts';

import { ask, pageNumber, rowsOf } from './paged-lists.ts';
import type { Readers } from './paged-lists.ts';
import { idsInOrder, pagedList } from './paging-law.ts';

const dir = fc.constantFrom('asc' as const, 'desc' as const);
const child = fc.record({
  email: fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com', 'c@example.org'),
  state: fc.constantFrom('pending', 'active', 'suspended', 'closed'),
  hasNumber: fc.boolean(),
  sent: fc.nat(1),
  received: fc.nat(1),
});

interface StoredAccount {
  id: number;
  fax_number: string | null;
  admin_email: string;
  state: string;
  used: number;
}

/** Adds accounts of the parent with pages on one day, and deletes earlier ones except `child`. */
async function fillAccounts(readers: Readers, rows: readonly { hasNumber: boolean }[]): Promise<void> {
  const { test, parent, child: kept } = readers;
  await sql`delete from account where parent_id = ${parent} and id <> ${kept}`.execute(test.database.db);
  const given = rows.map((row, index) => ({
    ...row,
    fax_number: row.hasNumber ? String(7_075_550_000 + index) : null,
  }));
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as x(email text, state text, fax_number text, sent int, received int)),
    ids as (select *, nextval(pg_get_serial_sequence('account', 'id')) as id from given),
    added as (insert into account (id, brand_id, parent_id, fax_number, admin_email, state)
      select i.id, p.brand_id, p.id, i.fax_number, i.email, i.state from ids i, parent p where p.id = ${parent} returning id)
    insert into usage_day (account_id, day, sent_pages, rcvd_pages, shown_sent, shown_rcvd)
    select id, '2026-03-08', sent, received, sent, received from ids`.execute(test.database.db);
}

async function storedAccounts(readers: Readers): Promise<StoredAccount[]> {
  return await rowsOf(
    readers,
    sql<StoredAccount>`select a.id, a.fax_number, a.admin_email, a.state, coalesce(u.shown_sent + u.shown_rcvd, 0) as used
      from account a left join usage_day u on u.account_id = a.id where a.parent_id = ${readers.parent}`,
  );
}

/** The administrator's accounts, in every order, with and without a search. */
export function accountList(readers: Readers) {
  const keys = {
    faxnumber: (row: StoredAccount) => row.fax_number,
    email: (row: StoredAccount) => row.admin_email.toLowerCase(),
    status: (row: StoredAccount) => row.state,
  };
  return pagedList({
    rows: child,
    asked: fc.record({
      sort: fc.option(fc.constantFrom(...ACCOUNT_SORTS)),
      order: dir,
      search: fc.constantFrom('', 'a@', 'example.com', '707'),
    }),
    fill: async (rows) => await fillAccounts(readers, rows),
    whole: async ({ sort, order, search }) => {
      const rows = (await storedAccounts(readers)).filter(
        (row) =>
          row.state !== 'closed' &&
          `${row.admin_email.toLowerCase()}  ${row.fax_number ?? ''}`.includes(search),
      );
      return idsInOrder(rows, sort === null ? [] : [{ of: keys[sort], dir: order }], 'asc');
    },
    read: async ({ sort, order, search }, start, size) => {
      const query = { ...(sort !== null && { sort }), order, search, ...pageNumber(start, size) };
      const answer = await ask<{ accountList: { uid: string }[]; rows: number }>(
        readers,
        readers.administratorSession,
        allCalls.multifaxAccountInfo,
        query,
      );
      return { ids: answer.accountList.map(({ uid }) => uid), total: answer.rows };
    },
  });
}

/** Usage of the administrator's accounts, in every order. */
export function usageList(readers: Readers) {
  const keys = {
    faxnumber: (row: StoredAccount) => row.fax_number,
    email: (row: StoredAccount) => row.admin_email.toLowerCase(),
    total: (row: StoredAccount) => row.used,
  };
  return pagedList({
    rows: child,
    asked: fc.record({ sort: fc.constantFrom(...USAGE_SORTS), order: dir }),
    fill: async (rows) => await fillAccounts(readers, rows),
    whole: async ({ sort, order }) => {
      const rows = (await storedAccounts(readers)).filter(({ used }) => used > 0);
      return idsInOrder(rows, [{ of: keys[sort], dir: order }], 'asc');
    },
    read: async (asked, start, size) => {
      const query = { ...asked, startDate: '2026-03-01', endDate: '2026-03-31', ...pageNumber(start, size) };
      const answer = await ask<{ accountList: { uid: string }[]; total: number }>(
        readers,
        readers.administratorSession,
        allCalls.faxUsage,
        query,
      );
      return { ids: answer.accountList.map(({ uid }) => uid), total: answer.total };
    },
  });
}

/** The administrator's actions. */
export function ownActions(readers: Readers) {
  const { test, parent } = readers;
  return pagedList({
    rows: fc.record({
      action: fc.constantFrom('account.add', 'whitelist.add'),
      actor_kind: fc.constantFrom('parent' as const, 'operator' as const),
    }),
    asked: fc.constant(null),
    fill: async (rows) => {
      await test.database.db.deleteFrom('audit').where('actor_id', '=', parent).execute();
      const values = rows.map((row) => ({ ...row, actor_id: parent }));
      if (values.length > 0) await test.database.db.insertInto('audit').values(values).execute();
    },
    whole: async () => {
      const rows = await rowsOf(
        readers,
        sql<{ id: number; actor_kind: string; actor_id: number }>`select * from audit`,
      );
      return idsInOrder(
        rows.filter((row) => row.actor_kind === 'parent' && row.actor_id === parent),
        [],
        'desc',
      );
    },
    read: async (_, start, size) => {
      const { rows, total } = await ask<{ rows: { id: string }[]; total: number }>(
        readers,
        readers.administratorSession,
        allCalls.ownActions,
        pageNumber(start, size),
      );
      return { ids: rows.map(({ id }) => id), total };
    },
  });
}

/** The activity of a mailbox's faxes, as its owner sees it. */
export function faxActivity(readers: Readers) {
  const { test, account, user } = readers;
  return pagedList({
    rows: fc.record({
      kind: fc.constantFrom(...ACCESS_KINDS),
      fax_id: fc.constantFrom(1, 2),
      mine: fc.boolean(),
    }),
    asked: fc.record({ kind: fc.constantFrom('', ...ACCESS_KINDS), fid: fc.constantFrom('', '1') }),
    fill: async (rows) => {
      const { db } = test.database;
      await db.deleteFrom('fax_access').execute();
      const values = rows.map(({ mine, ...row }) => ({
        ...row,
        account_id: mine ? account : readers.child,
        actor_kind: 'account' as const,
      }));
      if (values.length > 0) await db.insertInto('fax_access').values(values).execute();
    },
    whole: async ({ kind, fid }) => {
      const rows = await rowsOf(
        readers,
        sql<{ id: number; account_id: number; kind: string; fax_id: number }>`select * from fax_access`,
      );
      const mine = rows.filter(
        (row) =>
          row.account_id === account &&
          (kind === '' || row.kind === kind) &&
          (fid === '' || String(row.fax_id) === fid),
      );
      return idsInOrder(mine, [], 'desc');
    },
    read: async (asked, start, size) => {
      const { rows, total } = await ask<{ rows: { id: string }[]; total: number }>(
        readers,
        user,
        allCalls.faxActivity,
        { ...asked, ...pageNumber(start, size) },
      );
      return { ids: rows.map(({ id }) => id), total };
    },
  });
}
