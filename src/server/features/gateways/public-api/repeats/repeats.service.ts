import { createHash, randomUUID } from 'node:crypto';

import type { Db } from '#engine/database/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { AppError } from '#server/kit/app-error.ts';
import { canonicalJson } from '#server/kit/canonical-json.ts';
import type { KeptAnswers, KeyedCall, TakeKey } from '#server/kit/repeated-call.ts';

import { findFirstCall, saveAnswer, takeKey } from './repeats.store.ts';
import type { FirstCall } from './repeats.store.ts';

/** Dependencies of stored answers. */
export interface RepeatsDeps {
  db: Db;
  /** Seals what is stored: some answers contain secrets, and some requests passwords. */
  secretKey: Buffer;
}

/**
 * Stores the answers of calls that create something, for repeats with the same Idempotency-Key. The key is taken in the
 * transaction of the change, so the change is made once however often the call is repeated, even after a crash.
 */
export class Repeats implements KeptAnswers {
  readonly #deps: RepeatsDeps;

  constructor(deps: RepeatsDeps) {
    this.#deps = deps;
  }

  /** See KeptAnswers. */
  async once<Answer extends object>(
    call: KeyedCall,
    work: (take: TakeKey) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }> {
    const { db, secretKey } = this.#deps;
    const fingerprint = createHash('sha256').update(canonicalJson(call.asked)).digest('hex');
    const first = await findFirstCall(db, call);
    if (first) return { answer: this.#answerOf(call, first, fingerprint) as Answer, repeated: true };
    const use = {
      ...call,
      run: randomUUID(),
      fingerprint: seal(secretKey, fingerprint, placeOf(call, 'fingerprint')),
    };
    try {
      const answer = await work(async (tx) => {
        if (!(await takeKey(tx, use))) throw new AppError('IDEMPOTENCY_RUNNING', { retryAfterSeconds: 1 });
      });
      await saveAnswer(db, use, seal(secretKey, JSON.stringify(answer), placeOf(call, 'answer')));
      return { answer, repeated: false };
    } catch (error) {
      // This call may have failed because of what an equal concurrent call has just created.
      const other = await findFirstCall(db, call);
      if (!other || other.run === use.run) throw error;
      return { answer: this.#answerOf(call, other, fingerprint) as Answer, repeated: true };
    }
  }

  #answerOf(call: KeyedCall, { fingerprint, answer, secondsLeft }: FirstCall, asked: string): unknown {
    const { secretKey } = this.#deps;
    if (unseal(secretKey, fingerprint, placeOf(call, 'fingerprint')) !== asked)
      throw new AppError('IDEMPOTENCY_MISMATCH');
    if (answer === null && secondsLeft > 0)
      throw new AppError('IDEMPOTENCY_RUNNING', { retryAfterSeconds: secondsLeft });
    const text = answer === null ? null : unseal(secretKey, answer, placeOf(call, 'answer'));
    if (text === null) throw new AppError('IDEMPOTENCY_LOST');
    return JSON.parse(text);
  }
}

function placeOf({ keyId, key }: KeyedCall, column: 'answer' | 'fingerprint'): string {
  return `api_answer/${keyId}/${key}/${column}`;
}
