import * as fc from 'fast-check';
import { sql } from 'kysely';

import type { Call } from '#contract/kit/call.ts';
import { operatorCalls } from '#contract/operator-calls.ts';
import { JOB_STATES } from '#contract/faxes/queue.admin.ts';

import { makeFaxes, removeFaxes } from './many-faxes.ts';
import { ask, pageNumber, rowsOf } from './paged-lists.ts';
import type { Readers } from './paged-lists.ts';
import { idsInOrder, pagedList } from './paging-law.ts';

/** Returns a page of a console list; `id` is the field that identifies rows. */
async function readConsole(readers: Readers, call: Call, query: Record<string, string>, id: string) {
  const { rows, total } = await ask<{ rows: Record<string, string>[]; total: number }>(
    readers,
    readers.operator,
    call,
    query,
  );
  return { ids: rows.map((row) => row[id] ?? ''), total };
}

const digits = fc.stringMatching(/^80[05]555\d{4}$/);

/** Every fax account of the installation. */
export function consoleAccounts(readers: Readers) {
  const { test, child } = readers;
  return pagedList({
    rows: fc.record({
      email: fc.constantFrom('a@example.com', 'b@example.com', 'ab@example.com'),
      state: fc.constantFrom('pending', 'active', 'closed'),
    }),
    asked: fc.record({
      search: fc.constantFrom('', 'a', 'b@', '1'),
      state: fc.constantFrom('', 'active', 'closed'),
    }),
    fill: async (rows) => {
      await sql`delete from account where parent_id = ${readers.parent} and id <> ${child}`.execute(
        test.database.db,
      );
      await sql`insert into account (brand_id, parent_id, admin_email, state)
        select p.brand_id, p.id, x.email, x.state
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(email text, state text), parent p
        where p.id = ${readers.parent}`.execute(test.database.db);
    },
    whole: async ({ search, state }) => {
      const rows = await rowsOf(
        readers,
        sql<{
          id: number;
          fax_number: string | null;
          admin_email: string;
          state: string;
        }>`select * from account`,
      );
      const found = rows.filter(
        (row) =>
          (state === '' || row.state === state) &&
          (row.admin_email.toLowerCase().startsWith(search) ||
            (/^\d+$/.test(search) &&
              (String(row.id) === search || (row.fax_number ?? '').startsWith(search)))),
      );
      return idsInOrder(found, [], 'desc');
    },
    read: async (asked, start, size) =>
      await readConsole(
        readers,
        operatorCalls.operatorAccounts,
        { ...asked, ...pageNumber(start, size) },
        'uid',
      ),
    knowsOneMore: true,
  });
}

/** Faxes in the queue: unfinished ones first. */
export function consoleJobs(readers: Readers) {
  const { test, account } = readers;
  const open = ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'];
  return pagedList({
    rows: fc.record({
      state: fc.constantFrom(...JOB_STATES),
      number: fc.constantFrom('2125550142', '3105550111'),
    }),
    asked: fc.record({
      state: fc.constantFrom('', 'open', ...JOB_STATES),
      search: fc.constantFrom('', '212', '555', '9'),
    }),
    fill: async (rows) => {
      const { db } = test.database;
      await removeFaxes(db, account);
      const faxes = await makeFaxes(
        db,
        account,
        rows.map(({ number }) => ({ number, action: 'S' })),
      );
      const values = rows.map((row, index) => ({
        account_id: account,
        fax_id: faxes[index] ?? 0,
        to_number: row.number,
        state: row.state,
      }));
      if (values.length > 0) await db.insertInto('send_job').values(values).execute();
    },
    whole: async ({ state, search }) => {
      const rows = await rowsOf(
        readers,
        sql<{ id: number; state: string; to_number: string; own: string }>`
        select j.*, a.fax_number as own from send_job j join account a on a.id = j.account_id`,
      );
      const found = rows.filter(
        (row) =>
          (state === '' || (state === 'open' ? open.includes(row.state) : row.state === state)) &&
          (row.to_number.includes(search) || row.own.startsWith(search)),
      );
      return idsInOrder(found, [{ of: (row) => (open.includes(row.state) ? 0 : 1), dir: 'asc' }], 'desc');
    },
    read: async (asked, start, size) =>
      await readConsole(readers, operatorCalls.operatorJobs, { ...asked, ...pageNumber(start, size) }, 'id'),
    knowsOneMore: true,
  });
}

/** Numbers of the installation, in ascending order. */
export function consoleNumbers(readers: Readers) {
  const { test } = readers;
  return pagedList({
    rows: fc.record({
      digits,
      state: fc.constantFrom('free' as const, 'reserved' as const, 'quarantine' as const),
    }),
    asked: fc.record({
      search: fc.constantFrom('80', '800', '805-555', '8005550'),
      state: fc.constantFrom('', 'free', 'quarantine'),
    }),
    fill: async (rows) => {
      const { db } = test.database;
      await db.deleteFrom('number').where('digits', 'like', '80%').execute();
      const values = rows.map((row) => ({
        ...row,
        kind: 'local' as const,
        area_code: row.digits.slice(0, 3),
      }));
      if (values.length > 0)
        await db
          .insertInto('number')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
    whole: async ({ search, state }) => {
      const rows = await rowsOf(
        readers,
        sql<{ digits: string; state: string }>`select digits, state from number`,
      );
      return rows
        .filter(
          (row) => row.digits.startsWith(search.replaceAll('-', '')) && (state === '' || row.state === state),
        )
        .map((row) => row.digits)
        .toSorted();
    },
    read: async (asked, start, size) =>
      await readConsole(
        readers,
        operatorCalls.operatorNumbers,
        { ...asked, ...pageNumber(start, size) },
        'number',
      ),
    knowsOneMore: true,
  });
}

/** The audit. */
export function consoleAudit(readers: Readers) {
  const { test, account } = readers;
  return pagedList({
    rows: fc.record({
      action: fc.constantFrom('fax.view', 'fax.resend', 'session.login'),
      account_id: fc.constantFrom(account, readers.child),
    }),
    asked: fc.record({
      action: fc.constantFrom('', 'fax.', 'session.login'),
      account: fc.constantFrom('', String(account)),
    }),
    fill: async (rows) => {
      await test.database.db.deleteFrom('audit').execute();
      const values = rows.map((row) => ({
        ...row,
        actor_kind: 'account' as const,
        actor_id: row.account_id,
      }));
      if (values.length > 0) await test.database.db.insertInto('audit').values(values).execute();
    },
    whole: async ({ action, account: wanted }) => {
      const rows = await rowsOf(
        readers,
        sql<{ id: number; action: string; account_id: number }>`select * from audit`,
      );
      return idsInOrder(
        rows.filter(
          (row) => row.action.startsWith(action) && (wanted === '' || String(row.account_id) === wanted),
        ),
        [],
        'desc',
      );
    },
    read: async (asked, start, size) =>
      await readConsole(readers, operatorCalls.operatorAudit, { ...asked, ...pageNumber(start, size) }, 'id'),
    knowsOneMore: true,
  });
}
