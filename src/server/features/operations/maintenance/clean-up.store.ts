import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** What the clean-up remembers from one run to the next. */
export type CleanUp = 'purge-deleted-faxes' | 'collect-orphan-files';

/** Where the next run goes on; empty for the beginning. */
export async function readPlace(db: Db, name: CleanUp): Promise<string> {
  const row = await db.selectFrom('clean_up').select('place').where('name', '=', name).executeTakeFirst();
  return row?.place ?? '';
}

/** Notes how far a run has come. */
export async function notePlace(db: Db, name: CleanUp, place: string): Promise<void> {
  await db
    .insertInto('clean_up')
    .values({ name, place })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ place }))
    .execute();
}

/** Everything was done: the next run begins anew. */
export async function noteDone(db: Db, name: CleanUp): Promise<void> {
  const done = { place: '', done_at: sql<Date>`now()` };
  await db
    .insertInto('clean_up')
    .values({ name, ...done })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(done))
    .execute();
}
