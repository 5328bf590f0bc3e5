import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { findStoredById, isKept } from './fax-documents.store.ts';
import type { StoredFax } from './fax-documents.store.ts';

export { faxFileName } from './fax-file-name.ts';
export type { StoredFax } from './fax-documents.store.ts';

/** Days after deletion in which a fax is still found: none. */
const NO_DELETED = 0;

/**
 * Returns a fax of the account with the document that holds its pages. Throws NOT_FOUND if it does not exist, is
 * another account's or is deleted, and FAX_NO_PAGES if it is not converted yet or no page can be read.
 */
export async function requireStoredFax(db: Db, account: AccountId, id: number): Promise<StoredFax> {
  const [fax] = await findStoredById(db, account, [id], NO_DELETED);
  if (fax && fax.document_pages > 0) return fax;
  throw new AppError((await isKept(db, account, id)) ? 'FAX_NO_PAGES' : 'NOT_FOUND');
}
