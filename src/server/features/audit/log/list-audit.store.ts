import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

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
  const { limit, offset = 0 } = filter;
  const { rows } = await sql<ListedAudit>`
    select audit.id, chain_no as no, at, actor_kind || coalesce('/' || actor_id, '') as actor, o.name, account_id as uid,
      action, object, detail, address
    from audit left join operator o on actor_kind = 'operator' and o.id = actor_id
    where ${sql.join(conditionsOf(filter), sql` and `)}
    order by audit.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Each of them as an index has it: rows are kept for years. */
function conditionsOf({ actor, account, action, object, since }: AuditFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...(account === undefined
      ? []
      : [
          sql`account_id = coalesce((select id from account where fax_number = ${String(account)}), ${account}::bigint)`,
        ]),
    ...(action === undefined
      ? []
      : [sql`action like ${`${action.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`}`]),
    ...(object === undefined ? [] : [sql`object = ${object}`]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
  ];
}

/** `operator`, `account/12`, `operator:anna`. */
function byActor(actor: string): RawBuilder<unknown> {
  const [, kind = actor, id, name] = /^(\w+)(?:\/(\d{1,15})|:(.+))?$/u.exec(actor) ?? [];
  if (id !== undefined) return sql`actor_kind = ${kind} and actor_id = ${id}::bigint`;
  if (name !== undefined && kind === 'operator')
    return sql`actor_kind = 'operator' and actor_id = any(array(select id from operator where name = ${name}))`;
  return sql`actor_kind = ${actor}`;
}
