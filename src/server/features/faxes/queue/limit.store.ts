import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { DEFAULT_MONTH_LIMIT } from '#contract/mailbox/account.ts';
import type { Db } from '#engine/database/port.ts';

/**
 * Locks the account's row of the queue until the transaction ends, which keeps sums over its jobs free of races:
 * everything that adds jobs, reserves pages or takes a turn holds it.
 */
export async function lockAccountQueue(tx: Db, accountId: number): Promise<void> {
  await sql`
    insert into send_turn (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id
  `.execute(tx);
}

/** What is being checked. */
export interface Judged {
  /** Leaves out the jobs of this document. */
  exceptDocument?: number;
  /** When they are to be sent; now if omitted or null. */
  at?: Date | null;
  /** Leaves out what is still to be sent later: a fax that is due does not have to wait for it. */
  exceptLater?: boolean;
}

/**
 * Returns the pages that the account may still send in the month of `at`: its limit, minus what was sent and received,
 * minus what the unfinished jobs of that month have reserved (at least one page each). Returns null if nothing is
 * blocked.
 */
export async function pagesLeft(
  tx: Db,
  accountId: number,
  zone: string,
  { exceptDocument = 0, at = null, exceptLater = false }: Judged = {},
): Promise<{ limit: number; left: number } | null> {
  const monthOf = (time: RawBuilder<unknown>) =>
    sql`date_trunc('month', greatest(${time}, now()) at time zone ${zone})::date`;
  const { rows } = await sql<{ blocks: boolean; limit: number; left: number }>`
    select
      not (a.options ~* '(^|;)\\s*enterprisefax\\s*=\\s*yes\\y') and coalesce(p.overage, 'block') = 'block' as blocks,
      coalesce(a.month_limit, p.month_limit, ${DEFAULT_MONTH_LIMIT}::int) as "limit",
      coalesce(a.month_limit, p.month_limit, ${DEFAULT_MONTH_LIMIT}::int)
        - coalesce((
            select u.sent_pages + u.rcvd_pages from usage_month u
            where u.account_id = a.id and u.month = ${monthOf(sql`${at}::timestamptz`)}
          ), 0)
        - (
            select coalesce(sum(greatest(f.pages, 1)), 0)::int from send_job j
            join fax f on f.account_id = j.account_id and f.id = j.fax_id
            where j.account_id = a.id and j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')
              and f.document_id <> ${exceptDocument} and not j.is_test and not (${exceptLater}::boolean and j.send_at is not null)
              and ${monthOf(sql`j.send_at`)} = ${monthOf(sql`${at}::timestamptz`)}
          ) as left
    from account a left join product p on p.id = a.product_id
    where a.id = ${accountId}
  `.execute(tx);
  const row = rows[0];
  return row?.blocks ? { limit: row.limit, left: row.left } : null;
}
