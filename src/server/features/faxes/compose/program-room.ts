import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { countProgramFiles } from './drafts.store.ts';

/** Files of programs' drafts that an account may have: half of all, so that a person can still write a fax. */
const MOST_PROGRAM_FILES = 200;

/** Whether programs of the account may keep so many files more. Throws DRAFTS_FULL. */
export async function requireProgramRoom(db: Db, account: AccountId, more: number): Promise<void> {
  if ((await countProgramFiles(db, account)) + more > MOST_PROGRAM_FILES) throw new AppError('DRAFTS_FULL');
}
