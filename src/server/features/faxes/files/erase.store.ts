import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';

/** A fax that is erased, and the document with its pages. */
export interface ErasedFax {
  faxId: number;
  documentId: number;
}

/**
 * Deletes faxes of one account with their jobs, and the documents that no other fax uses. Returns the names in the file
 * store that nothing refers to anymore; the caller removes those files after the commit. Throws FAX_HELD, and deletes
 * nothing, if a legal hold covers one of the faxes by now.
 */
export async function deleteFaxes(tx: Db, accountId: number, faxes: readonly ErasedFax[]): Promise<string[]> {
  const ids = faxes.map(({ faxId }) => faxId);
  const documents = [...new Set(faxes.map(({ documentId }) => documentId))];
  // Waits for a legal hold that is being placed; a later one waits for this transaction.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forShare().execute();
  const held = await tx
    .selectFrom('legal_hold')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('fax_id', 'is', null), eb('fax_id', 'in', ids)]))
    .executeTakeFirst();
  if (held) throw new AppError('FAX_HELD');
  // Anyone who adds a fax to one of these documents waits here, and then finds no document.
  await tx
    .selectFrom('document')
    .select('id')
    .where('id', 'in', documents)
    .orderBy('id')
    .forUpdate()
    .execute();
  await keepForLimits(tx, accountId, ids, documents);
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

/**
 * Keeps what the limits of the last 24 hours still count: otherwise a thief with a password could send, erase and send
 * again. Keeps numbers, pages and times of faxes; copies by email only if the document is removed too.
 */
async function keepForLimits(
  tx: Db,
  accountId: number,
  faxIds: readonly number[],
  documentIds: readonly number[],
): Promise<void> {
  await sql`
    insert into day_limit_use (account_id, kind, of_id, number, pages, called, at)
    select j.account_id, 'fax', j.id, j.to_number, greatest(f.pages, 1),
      not (j.dials = 0 and j.state in ('FAILED', 'CANCELLED')), j.created_at
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    where j.account_id = ${accountId} and j.fax_id = any(${[...faxIds]}::bigint[])
      and j.created_at > now() - interval '24 hours' and j.send_at is null and not j.is_test
    on conflict (kind, of_id, number) do update set pages = excluded.pages`.execute(tx);
  await sql`
    insert into day_limit_use (account_id, kind, of_id, at)
    select c.account_id, 'copy', c.id, c.created_at from fax_copy c
    where c.account_id = ${accountId} and c.document_id = any(${[...documentIds]}::bigint[])
      and c.created_at > now() - interval '24 hours'
      and not exists (
        select from fax f where f.document_id = c.document_id and f.id <> all(${[...faxIds]}::bigint[]))`.execute(
    tx,
  );
}
