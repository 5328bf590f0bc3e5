import type { TagColor } from '#contract/mailbox/team.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The name and color of a tag. */
export interface TagFields {
  name: string;
  color: TagColor;
}

/** Returns the tags of an account and locks its row, so that tags are counted one change at a time. */
export async function lockTags(tx: Db, account: AccountId): Promise<{ id: number; name: string }[]> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  return await tx.selectFrom('tag').select(['id', 'name']).where('account_id', '=', account).execute();
}

/** Whether the account has all these tags. */
export async function haveTags(db: Db, account: AccountId, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .selectFrom('tag')
    .select('id')
    .where('account_id', '=', account)
    .where('id', 'in', ids)
    .execute();
  return rows.length === new Set(ids).size;
}

/** Adds a tag and returns its id. */
export async function insertTag(tx: Db, account: AccountId, fields: TagFields): Promise<number> {
  const { id } = await tx
    .insertInto('tag')
    .values({ account_id: account, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if there is no such tag. */
export async function updateTag(tx: Db, account: AccountId, id: number, fields: TagFields): Promise<boolean> {
  const row = await tx
    .updateTable('tag')
    .set(fields)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a tag, which removes it from all faxes. Returns its name; undefined if there is none. */
export async function deleteTag(tx: Db, account: AccountId, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('tag')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
