import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

export async function insertDocument(
  tx: Db,
  account: AccountId,
  document: {
    storageKey: string;
    source: 'upload' | 'email' | 'egnyte';
    originals: OriginalFile[];
    cover: object | null;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('document')
    .values({
      account_id: account,
      storage_key: document.storageKey,
      source: document.source,
      originals: JSON.stringify(document.originals),
      cover: document.cover && JSON.stringify(document.cover),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
