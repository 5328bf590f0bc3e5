import { createHash } from 'node:crypto';

import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { canonicalJson } from '#server/kit/canonical-json.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { beginRun, endRun, saveAnswer, selectAnswer, takeKey } from './idempotency.store.ts';
import type { KeyOwner } from './idempotency.store.ts';

/** An idempotency key with the hash of the request it was sent with; null where requests are not compared. */
export interface IdempotencyKey {
  key: string;
  fingerprint: Buffer | null;
}

/**
 * How long a key stays in use: longer than a send takes, including documents that are fetched. A crash frees it after
 * this time.
 */
const RUN_SECONDS = 60;

/** Prefix of programs' keys. Browsers' keys contain no colon, so the two never collide. */
const PROGRAM_KEYS = 'api:';

/** Returns the key of a program's call; `asked` is the whole request, with its fields in any order. */
export function programKey(key: string, asked: object): { key: string; fingerprint: Buffer } {
  return { key: PROGRAM_KEYS + key, fingerprint: fingerprintOf(asked) };
}

/** Returns the key of a page's call, where it has one; `asked` is all that must be the same in a repeat. */
export function browserKey(
  key: string | undefined,
  asked: object,
): { key: string; fingerprint: Buffer } | undefined {
  return key === undefined ? undefined : { key, fingerprint: fingerprintOf(asked) };
}

function fingerprintOf(asked: object): Buffer {
  return createHash('sha256').update(canonicalJson(asked)).digest();
}

/**
 * Returns the answer to the first call with the key; null if the key is new or older than 24 hours. Throws
 * IDEMPOTENCY_MISMATCH.
 */
export async function findAnswer(
  db: Db,
  owner: KeyOwner,
  { key, fingerprint }: IdempotencyKey,
): Promise<object | null> {
  const found = await selectAnswer(db, owner, key);
  const before = found?.fingerprint ?? null;
  if (before && fingerprint && !before.equals(fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return found?.answer ?? null;
}

/**
 * Does the work once per key, within the caller's transaction; repeats get the first answer. Throws
 * IDEMPOTENCY_MISMATCH.
 */
export async function once<Answer extends object>(
  tx: Db,
  owner: KeyOwner,
  key: IdempotencyKey | undefined,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; repeated: boolean }> {
  if (!key) return { answer: await work(), repeated: false };
  if (!(await takeKey(tx, owner, key)))
    return { answer: ((await findAnswer(tx, owner, key)) ?? {}) as Answer, repeated: true };
  const answer = await work();
  await saveAnswer(tx, owner, key.key, answer);
  return { answer, repeated: false };
}

/** Runs one call per key at a time. Throws IDEMPOTENCY_RUNNING while another one runs. */
export async function oneAtATime<T>(
  db: Db,
  account: AccountId,
  { key }: Pick<IdempotencyKey, 'key'>,
  work: () => Promise<T>,
): Promise<T> {
  const wait = await beginRun(db, account, key, RUN_SECONDS);
  if (wait !== null) throw new AppError('IDEMPOTENCY_RUNNING', { retryAfterSeconds: wait });
  try {
    return await work();
  } finally {
    await endRun(db, account, key);
  }
}
