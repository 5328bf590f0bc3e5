import { sql } from 'kysely';

import type { AccountId } from '#server/kit/scope.ts';
import { offsetSpans } from './displayed-time.ts';
import type { OffsetSpan } from './displayed-time.ts';
import type { Snapshot } from './snapshot.store.ts';

/** The zone in which an account sees times (IANA name), and its offsets within the time that the faxes span. */
export interface ReaderTime {
  zone: string;
  /** Empty if the folders are. */
  offsets: OffsetSpan[];
}

/** Reads the account's zone and the first and last minute of the folders. */
export async function readerTime(
  snapshot: Snapshot,
  account: AccountId,
  folders: readonly number[],
): Promise<ReaderTime> {
  const [seen] = await snapshot.rows(
    sql<{ zone: string; from: number | null; to: number | null }>`
      select coalesce(z.system_name, 'UTC') as zone, times.from, times.to
      from (
        select min(f.from) as from, max(f.to) as to
        from (
          select
            (select at_minute from fax where account_id = ${account} and folder = wanted.folder
              order by fax_at, id limit 1) as from,
            (select at_minute from fax where account_id = ${account} and folder = wanted.folder
              order by fax_at desc, id desc limit 1) as to
          from unnest(${folders}::smallint[]) as wanted(folder)
        ) f
      ) times
      left join account_settings s on s.account_id = ${account}
      left join timezone z on z.id = s.timezone_id`,
    'zone_and_span',
  );
  const zone = seen?.zone ?? 'UTC';
  if (!seen || seen.from === null || seen.to === null) return { zone, offsets: [] };
  const [from, to] = [seen.from, seen.to + 1];
  const offsets = offsetSpans(zone, { from, to })
    .map((part) => ({ ...part, from: Math.max(part.from, from), to: Math.min(part.to, to) }))
    .filter((part) => part.from < part.to);
  return { zone, offsets };
}
