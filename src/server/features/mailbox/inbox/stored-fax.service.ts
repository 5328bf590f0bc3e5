import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { findStoredById, isKept } from './fax-documents.store.ts';
import type { StoredFax } from './fax-documents.store.ts';

export { faxFileName } from './fax-file-name.ts';
export type { StoredFax } from './fax-documents.store.ts';

/** Days since the deletion within which a fax still counts. */
const NO_DELETED = 0;

/**
 * A fax of the account with the document that has its pages. Throws NOT_FOUND for what is nobody's, somebody else's or
 * deleted, and FAX_NO_PAGES for one that is not converted yet or of which nothing can be read.
 */
export async function requireStoredFax(db: Db, account: AccountId, id: number): Promise<StoredFax> {
  const [fax] = await findStoredById(db, account, [id], NO_DELETED);
  if (fax && fax.document_pages > 0) return fax;
  throw new AppError((await isKept(db, account, id)) ? 'FAX_NO_PAGES' : 'NOT_FOUND');
}
