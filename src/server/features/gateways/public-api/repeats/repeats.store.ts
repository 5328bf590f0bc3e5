import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** How long a key answers repeats, the same as for sends (spec http-api 4.9). */
const KEY_HOURS = 24;

/** Longer than it takes to store an answer after the change: after this time it never arrives. */
const ANSWER_SECONDS = 60;

/** An Idempotency-Key of an API key. */
interface Named {
  keyId: number;
  key: string;
}

/** An Idempotency-Key as one call uses it. */
export interface Use extends Named {
  /** Id of the call, a UUID. */
  run: string;
  /** Sealed. */
  fingerprint: string;
}

/** The stored state of the first call with a key. */
export interface FirstCall {
  /** Id of the call, a UUID. */
  run: string;
  /** Sealed. */
  fingerprint: string;
  /** Sealed; null until it is stored. */
  answer: string | null;
  /** Seconds in which the answer may still be stored. */
  secondsLeft: number;
}

/** Returns the first call with a key, unless the key has expired. */
export async function findFirstCall(db: Db, { keyId, key }: Named): Promise<FirstCall | undefined> {
  return await db
    .selectFrom('api_answer')
    .select(['run', 'fingerprint', 'answer'])
    .select(
      sql<number>`greatest(0, ceil(${ANSWER_SECONDS} - extract(epoch from now() - created_at)))::int`.as(
        'secondsLeft',
      ),
    )
    .where('key_id', '=', keyId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEY_HOURS})`)
    .executeTakeFirst();
}

/**
 * Takes a key for a call, in the transaction of its change. Returns false if another call has it; waits for a call that
 * is taking it at the same time.
 */
export async function takeKey(tx: Db, { keyId, key, run, fingerprint }: Use): Promise<boolean> {
  const { rows } = await sql`
    insert into api_answer (key_id, key, run, fingerprint) values (${keyId}, ${key}, ${run}, ${fingerprint})
    on conflict (key_id, key) do update
      set run = excluded.run, fingerprint = excluded.fingerprint, answer = null, created_at = now()
      where api_answer.run = excluded.run
        or api_answer.created_at <= now() - make_interval(hours => ${KEY_HOURS})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Stores the answer of the call that took the key. */
export async function saveAnswer(db: Db, { keyId, key, run }: Use, sealed: string): Promise<void> {
  await db
    .updateTable('api_answer')
    .set({ answer: sealed })
    .where('key_id', '=', keyId)
    .where('key', '=', key)
    .where('run', '=', run)
    .execute();
}
