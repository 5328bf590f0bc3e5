import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

/** A fax that is erased, and the document of its pages. */
export interface ErasedFax {
  faxId: number;
  documentId: number;
}

/**
 * Deletes faxes of one account with their jobs, and those documents that no other fax uses.
 * Gives back the names in the file store that nothing refers to any more; the caller removes the files after the commit.
 * Throws FAX_HELD, and deletes nothing, where a legal hold keeps one of them by now.
 */
export async function deleteFaxes(tx: Db, accountId: number, faxes: readonly ErasedFax[]): Promise<string[]> {
  const ids = faxes.map(({ faxId }) => faxId);
  const documents = [...new Set(faxes.map(({ documentId }) => documentId))];
  // A legal hold that is being placed is waited for, and one that comes later waits.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forShare().execute();
  const held = await tx
    .selectFrom('legal_hold')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('fax_id', 'is', null), eb('fax_id', 'in', ids)]))
    .executeTakeFirst();
  if (held) throw new AppError('FAX_HELD');
  // Whoever adds a fax to one of these documents waits here, and then finds no document.
  await tx
    .selectFrom('document')
    .select('id')
    .where('id', 'in', documents)
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx.deleteFrom('send_job').where('account_id', '=', accountId).where('fax_id', 'in', ids).execute();
  await tx.deleteFrom('fax').where('account_id', '=', accountId).where('id', 'in', ids).execute();
  const gone = await tx
    .deleteFrom('document')
    .where('id', 'in', documents)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('fax').select('fax.id').whereRef('fax.document_id', '=', 'document.id')),
      ),
    )
    .returning('storage_key')
    .execute();
  return gone.map(({ storage_key }) => storage_key);
}
