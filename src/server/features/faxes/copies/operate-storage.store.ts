import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { LINK_COLUMNS } from './storage.store.ts';
import type { StorageLink } from './storage.store.ts';

/** A storage as the operator sees it. */
export type OperatedLink = StorageLink & { faxNumber: string; email: string };

const OPERATED = sql`
  select ${LINK_COLUMNS}, coalesce(a.fax_number, a.pending_number, '') as "faxNumber", a.admin_email as email
  from storage_link l join account a on a.id = l.account_id`;

/** Returns the storages of the installation, those that do not work first, so that the limit does not cut them off. */
export async function listLinks(db: Db, limit: number): Promise<OperatedLink[]> {
  const { rows } = await sql<OperatedLink>`
    ${OPERATED} order by not (l.active and l.last_error <> ''), l.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns one storage by its id. */
export async function readLink(db: Db, id: number): Promise<OperatedLink | undefined> {
  const { rows } = await sql<OperatedLink>`${OPERATED} where l.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Makes waiting copies due now, of one storage or of all. Storages that wait for a person keep waiting, except after
 * HOST_NOT_ALLOWED: the operator decides which networks may be reached.
 */
export async function hurryLinks(tx: Db, id: number | undefined): Promise<StorageLink[]> {
  const { rows } = await sql<StorageLink>`
    with hurried as (
      update storage_link l set next_at = now(), held = l.held and l.last_error <> 'HOST_NOT_ALLOWED'
      where active and (${id ?? null}::bigint is null or l.id = ${id ?? null})
        and exists (select 1 from storage_delivery d where d.storage_id = l.id and d.state = 'queued')
      returning l.*
    )
    select ${LINK_COLUMNS} from hurried l order by l.id`.execute(tx);
  await sql`select pg_notify('f2e_storage', '')`.execute(tx);
  return rows;
}
