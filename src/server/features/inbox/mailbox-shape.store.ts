import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '../../kit/scope.ts';
import { mergeSpans } from './displayed-time.ts';
import type { Span } from './displayed-time.ts';
import { within } from './search-sql.store.ts';

/** The faxes of one span of time, in a row of spans that follow each other. */
export interface Piece extends Span {
  faxes: number;
}

/** How many faxes a folder has, without counting them. */
export async function folderTotal(db: Db, account: AccountId, folders: readonly number[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::int as total from folder_counter
    where account_id = ${account} and folder = any(${folders}::smallint[])`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The folders' months, oldest first, each with its faxes. */
export async function monthsOf(db: Db, account: AccountId, folders: readonly number[]): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    select extract(epoch from month)::int / 60 as from,
      extract(epoch from month + interval '1 month')::int / 60 as to, sum(n)::int as faxes
    from month_counter
    where account_id = ${account} and folder = any(${folders}::smallint[]) and n > 0
    group by month order by month`.execute(db);
  return rows;
}

/** Cuts months by spans: whole months keep their number; of cut ones the rows are counted. Oldest first. */
export async function cutMonths(
  db: Db,
  account: AccountId,
  folder: number,
  months: readonly Piece[],
  spans: readonly Span[],
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const month of months) {
    for (const span of spans) {
      const from = Math.max(month.from, span.from);
      const to = Math.min(month.to, span.to);
      const whole = from === month.from && to === month.to;
      if (from < to) pieces.push({ from, to, faxes: whole ? month.faxes : -1 });
    }
  }
  const cut = pieces.filter((piece) => piece.faxes < 0);
  if (cut.length > 0) {
    const counts = await countSpans(db, account, folder, cut);
    for (const [i, piece] of cut.entries()) piece.faxes = counts[i] ?? 0;
  }
  return pieces.filter((piece) => piece.faxes > 0);
}

async function countSpans(
  db: Db,
  account: AccountId,
  folder: number,
  spans: readonly Span[],
): Promise<number[]> {
  const { rows } = await sql<{ faxes: number }>`
    select (
      select count(*)::int from fax f
      where f.account_id = ${account} and f.folder = ${folder}
        and f.fax_at >= to_timestamp(span."from" * 60::bigint) and f.fax_at < to_timestamp(span."to" * 60::bigint)
    ) as faxes
    from unnest(${spans.map(({ from }) => from)}::bigint[], ${spans.map(({ to }) => to)}::bigint[])
      with ordinality as span("from", "to", position)
    order by span.position`.execute(db);
  return rows.map(({ faxes }) => faxes);
}

/** Ids of a page in the order of time, found by stepping over whole pieces; `pieces` are oldest first and count exactly. */
export async function pageByTime(
  db: Db,
  account: AccountId,
  folder: number,
  {
    pieces,
    dir,
    start,
    length,
  }: { pieces: readonly Piece[]; dir: 'asc' | 'desc'; start: number; length: number },
): Promise<number[]> {
  let before = 0;
  const needed: Piece[] = [];
  for (const piece of dir === 'asc' ? pieces : pieces.toReversed()) {
    const sofar = needed.reduce((sum, { faxes }) => sum + faxes, 0);
    if (before + sofar >= start + length) break;
    if (needed.length === 0 && before + piece.faxes <= start) before += piece.faxes;
    else needed.push(piece);
  }
  if (needed.length === 0) return [];
  const span = {
    from: Math.min(...needed.map(({ from }) => from)),
    to: Math.max(...needed.map(({ to }) => to)),
  };
  const order = sql.raw(dir);
  const { rows } = await sql<{ id: number }>`
    select f.id from fax f
    where f.account_id = ${account} and f.folder = ${folder}
      and f.fax_at >= to_timestamp(${span.from} * 60::bigint) and f.fax_at < to_timestamp(${span.to} * 60::bigint)
      and ${within(mergeSpans(needed))}
    order by f.fax_at ${order}, f.id ${order} limit ${length} offset ${start - before}`.execute(db);
  return rows.map(({ id }) => id);
}
