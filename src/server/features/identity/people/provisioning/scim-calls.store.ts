import { sql } from 'kysely';

import { SCIM_CALLS_KEPT, SCIM_CALLS_SHOWN } from '#contract/identity/provisioning.ts';
import type { ScimEvent } from '#contract/identity/provisioning.ts';
import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** A call of a directory. */
export interface CallRow {
  id: number;
  at: Date;
  method: string;
  path: string;
  status: number;
  event: ScimEvent;
  params: Record<string, string | number>;
}

/** Stores a call and deletes the oldest calls beyond the limit. */
export async function insertCall(
  db: Db,
  parent: AdministratorId,
  call: Omit<CallRow, 'id' | 'at'>,
): Promise<void> {
  await sql`
    with added as (
      insert into scim_call (parent_id, method, path, status, event, params)
      values (${parent}, ${call.method}, ${call.path}, ${call.status}, ${call.event}, ${JSON.stringify(call.params)}))
    delete from scim_call where parent_id = ${parent} and id <= (
      select id from scim_call where parent_id = ${parent} order by id desc offset ${SCIM_CALLS_KEPT - 1} limit 1
    )`.execute(db);
}

/** Returns the latest calls, newest first: all of them, successful changes, or errors. */
export async function listCalls(
  db: Db,
  parent: AdministratorId,
  show: 'all' | 'changes' | 'errors',
): Promise<CallRow[]> {
  const which =
    show === 'errors'
      ? sql`status >= 400`
      : show === 'changes'
        ? sql`method <> 'GET' and status < 400 and event <> 'userSame'`
        : sql`true`;
  const { rows } = await sql<CallRow>`
    select id, at, method, path, status, event, params from scim_call
    where parent_id = ${parent} and ${which} order by id desc limit ${SCIM_CALLS_SHOWN}`.execute(db);
  return rows;
}

/** The number of people by source, and when the directory last called. */
export interface DirectoryCounts {
  fromDirectory: number;
  byHand: number;
  turnedOff: number;
  lastCallAt: Date | null;
}

/** Counts the people of the administrator's accounts by source. */
export async function countPeople(db: Db, parent: AdministratorId): Promise<DirectoryCounts> {
  const { rows } = await sql<DirectoryCounts>`
    select
      (select count(*)::int from scim_user where parent_id = ${parent} and active) as "fromDirectory",
      (select count(*)::int from scim_user where parent_id = ${parent} and not active) as "turnedOff",
      (select count(distinct m.person_id)::int from membership m join account a on a.id = m.account_id
        where a.parent_id = ${parent} and not exists (
          select from scim_user u where u.parent_id = ${parent} and u.person_id = m.person_id)) as "byHand",
      (select max(at) from scim_call where parent_id = ${parent}) as "lastCallAt"`.execute(db);
  return rows[0] ?? { fromDirectory: 0, byHand: 0, turnedOff: 0, lastCallAt: null };
}
