import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { listProgramFiles } from '../drafts.store.ts';

/** What the ids of drafts begin with on the wire. */
export const DRAFT_PREFIX = 'drf_';

/** Drafts of programs. */
export class ProgramDrafts {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** The files of a draft, in their order. Throws DRAFT_UNKNOWN. */
  async keysOf(account: AccountId, id: string): Promise<string[]> {
    const found = await listProgramFiles(this.#database.db, account, id.slice(DRAFT_PREFIX.length));
    if (found.length === 0) throw new AppError('DRAFT_UNKNOWN', { fields: { draft: 'DRAFT_UNKNOWN' } });
    return found.map(({ key }) => key);
  }
}
