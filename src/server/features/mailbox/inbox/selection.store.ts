import { sql } from 'kysely';

import type { FaxAction } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The progress of the action on a selection. */
export interface Selection {
  id: number;
  total: number;
  done: number;
  skipped: number;
  action: FaxAction | null;
  cancelled: boolean;
}

/** Selections kept per account, which limits their size in total; older ones can no longer be undone. */
const KEPT = 20;

/** Stores faxes for an action, in the given order, and deletes old selections. Returns the id. */
export async function addSelection(tx: Db, account: AccountId, ids: readonly number[]): Promise<number> {
  await sql`
    delete from fax_selection where account_id = ${account} and (created_at < now() - interval '1 day' or id not in (
      select id from fax_selection where account_id = ${account} order by id desc limit ${KEPT - 1}))`.execute(
    tx,
  );
  const { id } = await tx
    .insertInto('fax_selection')
    .values({ account_id: account, ids: [...ids] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Stores what the action on a selection changed, for the inverse action; the last change is undone first. Returns the
 * id, the same one on repeated calls.
 */
export async function addUndo(
  tx: Db,
  account: AccountId,
  undone: number,
  action: FaxAction,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into fax_selection (account_id, ids, action, undoes)
    select account_id, array(
        select one.id from unnest(ids[1:done]) with ordinality as one(id, place)
        where one.id <> all(skipped) order by one.place desc
      ), ${action}, id
    from fax_selection where account_id = ${account} and id = ${undone}
    on conflict (account_id, undoes) do update set undoes = excluded.undoes
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Locks and returns a selection; undefined if it is another account's or was deleted. */
export async function lockSelection(tx: Db, account: AccountId, id: number): Promise<Selection | undefined> {
  const { rows } = await sql<Selection>`
    select id, cardinality(ids) as total, done, cardinality(skipped) as skipped, action, cancelled
    from fax_selection where account_id = ${account} and id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Sets the action of a selection. */
export async function chooseAction(tx: Db, account: AccountId, id: number, action: FaxAction): Promise<void> {
  await tx
    .updateTable('fax_selection')
    .set({ action })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/** Stops the action of a selection. */
export async function cancelSelection(tx: Db, account: AccountId, id: number): Promise<void> {
  await tx
    .updateTable('fax_selection')
    .set({ cancelled: true })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/**
 * What each action sets, and which faxes it changes. A deletion has its selection's time, which marks it for the undo.
 */
const CHANGES: Readonly<Record<FaxAction, (id: number) => ReturnType<typeof sql>>> = {
  delete: (id) => sql`set deleted_at = ${momentOf(id)} where f.deleted_at is null`,
  undelete: (id) =>
    sql`set deleted_at = null, put_back_at = now() where f.deleted_at = ${momentOf(id, true)}`,
  to_archive: () => sql`set archived = true where not f.archived and f.deleted_at is null`,
  from_archive: () =>
    sql`set archived = false, put_back_at = now() where f.archived and f.deleted_at is null`,
  view: () => sql`set is_new = false where f.is_new and f.deleted_at is null`,
  new: () => sql`set is_new = true where not f.is_new and f.deleted_at is null`,
};

function momentOf(id: number, undone = false) {
  return sql`(
    select s.created_at from fax_selection s
    where s.account_id = f.account_id and s.id = ${
      undone
        ? sql`(select u.undoes from fax_selection u where u.account_id = f.account_id and u.id = ${id})`
        : id
    })`;
}

/** Acts on the next faxes of a selection that the transaction has locked. Returns the ids that changed. */
export async function actOnNext(
  tx: Db,
  account: AccountId,
  { id, action }: { id: number; action: FaxAction },
  batch: number,
): Promise<number[]> {
  const { rows: next } = await sql<{ id: number }>`
    select unnest(ids[done + 1:done + ${batch}]) as id from fax_selection
    where account_id = ${account} and id = ${id}`.execute(tx);
  const ids = next.map((row) => row.id);
  // Always in this order, so that two actions cannot deadlock. Faxes that are being sent are skipped.
  const { rows: free } = await sql<{ id: number }>`
    select id from fax where account_id = ${account} and id = any(${ids}::bigint[]) and not outbox
    order by id for update`.execute(tx);
  const { rows: changed } = await sql<{ id: number }>`
    update fax f ${CHANGES[action](id)}
      and f.account_id = ${account} and f.id = any(${free.map((row) => row.id)}::bigint[])
    returning f.id`.execute(tx);
  const own = changed.map((row) => row.id);
  const skipped = ids.filter((one) => !own.includes(one));
  await sql`
    update fax_selection set done = done + ${ids.length}, skipped = skipped || ${skipped}::bigint[]
    where account_id = ${account} and id = ${id}`.execute(tx);
  return own;
}
