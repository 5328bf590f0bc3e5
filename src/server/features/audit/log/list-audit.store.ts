import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Selects rows; undefined fields do not restrict. */
export interface AuditFilter {
  actor?: string | undefined;
  /** The account's id or fax number. */
  account?: number | undefined;
  /** The beginning of the action, such as `session.` or `fax.resend`. */
  action?: string | undefined;
  object?: string | undefined;
  since?: Date | undefined;
  limit: number;
  offset?: number;
}

/** One audit row: who did what, when, to which object, and from where. */
export interface ListedAudit {
  id: number;
  no: number | null;
  at: Date;
  actor: string;
  /** The name of an operator who was signed in to the console. */
  name: string | null;
  uid: number | null;
  action: string;
  object: string;
  detail: unknown;
  address: string;
}

/** Returns the newest matching rows, newest first. */
export async function listAudit(db: Db, filter: AuditFilter): Promise<ListedAudit[]> {
  const { actor = null, account = null, action = null, object = null, since = null, limit } = filter;
  const { offset = 0 } = filter;
  const { rows } = await sql<ListedAudit>`
    select audit.id, chain_no as no, at, actor_kind || coalesce('/' || actor_id, '') as actor, o.name, account_id as uid,
      action, object, detail, address
    from audit left join operator o on actor_kind = 'operator' and o.id = actor_id
    where (${actor}::text is null or actor_kind = ${actor} or actor_kind || '/' || actor_id = ${actor}
        or 'operator:' || o.name = ${actor})
      and (${account}::bigint is null or account_id = ${account}
        or account_id = (select id from account where fax_number = ${account}::bigint::text))
      and (${action}::text is null or starts_with(action, ${action}))
      and (${object}::text is null or object = ${object})
      and (${since}::timestamptz is null or at >= ${since})
    order by audit.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
