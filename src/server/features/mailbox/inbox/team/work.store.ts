import { sql } from 'kysely';

import type { FaxWork, WorkStatus } from '#contract/mailbox/fax-work.ts';
import { rolesWith } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The work of a row `w` of fax_work in wire format. */
export const workOnWire = sql<FaxWork>`jsonb_build_object(
  'status', w.status, 'assignee', w.assignee_id::text, 'due', w.due_on, 'version', w.version,
  'tags', coalesce((
    select jsonb_agg(t.tag_id::text order by t.tag_id) from fax_tag t
    where t.account_id = w.account_id and t.fax_id = w.fax_id), '[]'),
  'notes', (select count(*)::int from fax_note n where n.account_id = w.account_id and n.fax_id = w.fax_id))`;

/** The work of a fax, and who changed it last. */
export interface WorkRow {
  id: number;
  work: FaxWork;
  changedBy: string;
}

/** The fields to change; undefined ones stay. */
export interface WorkChange {
  status: WorkStatus | undefined;
  /** Null for nobody. */
  assignee: number | null | undefined;
  /** YYYY-MM-DD. */
  due: string | null | undefined;
  addTags: readonly number[];
  removeTags: readonly number[];
}

/** Returns which of these are received faxes of the account that are not deleted, and how many are its other faxes. */
export async function findReceived(
  db: Db,
  account: AccountId,
  ids: readonly number[],
): Promise<{ received: number[]; others: number }> {
  const { rows } = await sql<{ id: number; action: string }>`
    select f.id, f.action from fax f
    where f.account_id = ${account} and f.id = any(${ids}::bigint[]) and f.deleted_at is null`.execute(db);
  const received = rows.filter(({ action }) => action === 'R').map(({ id }) => id);
  return { received, others: rows.length - received.length };
}

/**
 * Locks the work of received faxes, always in the same order, and creates it if there is none. For a fax that is being
 * moved or deleted, its new place counts; from then on triggers keep the work in sync.
 */
export async function lockWork(tx: Db, account: AccountId, ids: readonly number[]): Promise<WorkRow[]> {
  await sql`
    insert into fax_work (account_id, fax_id, fax_at)
    select f.account_id, f.id, f.fax_at from fax f
    where f.account_id = ${account} and f.id = any(${ids}::bigint[]) and f.action = 'R' and f.deleted_at is null
      and not exists (select from fax_work w where w.account_id = f.account_id and w.fax_id = f.id)
    order by f.id for share of f
    on conflict do nothing`.execute(tx);
  await sql`
    select from fax_work w where w.account_id = ${account} and w.fax_id = any(${ids}::bigint[])
    order by w.fax_id for update`.execute(tx);
  return await readWorks(tx, account, ids);
}

/** Returns the work of those faxes that have any. */
export async function readWorks(db: Db, account: AccountId, ids: readonly number[]): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select w.fax_id as id, ${workOnWire} as work, w.changed_by as "changedBy" from fax_work w
    where w.account_id = ${account} and w.fax_id = any(${ids}::bigint[]) order by w.fax_id`.execute(db);
  return rows;
}

/** Changes the work of faxes that lockWork returned. `by`: a person's name, or the fax number. */
export async function changeWorks(
  tx: Db,
  account: AccountId,
  ids: readonly number[],
  { change, by }: { change: WorkChange; by: string },
): Promise<void> {
  const { status, assignee, due, addTags, removeTags } = change;
  await tx
    .updateTable('fax_work')
    .set((eb) => ({
      ...(status !== undefined && { status }),
      ...(assignee !== undefined && { assignee_id: assignee }),
      ...(due !== undefined && { due_on: due }),
      version: eb('version', '+', 1),
      changed_by: by,
    }))
    .where('account_id', '=', account)
    .where('fax_id', 'in', ids)
    .execute();
  await sql`
    delete from fax_tag where account_id = ${account} and fax_id = any(${ids}::bigint[])
      and tag_id = any(${removeTags}::bigint[])`.execute(tx);
  await sql`
    insert into fax_tag (account_id, tag_id, fax_id)
    select g.account_id, g.id, fax.id from tag g cross join unnest(${ids}::bigint[]) fax(id)
    where g.account_id = ${account} and g.id = any(${addTags}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** Returns the highest number of tags on any of these faxes. */
export async function mostTags(tx: Db, account: AccountId, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from fax_tag where account_id = ${account} and fax_id = any(${ids}::bigint[])
    group by fax_id order by n desc limit 1`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Whether a person may be assigned work of the account. They cannot leave it until the transaction ends. */
export async function mayWork(tx: Db, account: AccountId, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('id')
    .where('account_id', '=', account)
    .where('person_id', '=', personId)
    .where('role', 'in', rolesWith('work'))
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
