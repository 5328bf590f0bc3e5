import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiCall } from '#contract/v1/define.ts';
import type { Db } from '#engine/database/port.ts';

import { idempotencyHeader } from './idempotency-header.ts';
import type { KeyCaller } from './key-caller.ts';

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  keyId: number;
  /** The header. */
  key: string;
  /** Everything that must be the same in a repeat. */
  asked: object;
}

/** Takes the Idempotency-Key in the transaction of the work, so that either both are kept or neither. */
export type TakeKey = (tx: Db) => Promise<void>;

/** Answers of calls by their Idempotency-Key, kept for a day. */
export interface KeptAnswers {
  /**
   * Does the work, or gives its first answer again. Throws IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RUNNING, and
   * IDEMPOTENCY_LOST where the work was done and its answer was never stored.
   */
  once<Answer extends object>(
    call: KeyedCall,
    work: (takeKey: TakeKey) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }>;
}

/** What identifies a request: the same values are the same request. */
interface Asked {
  caller: KeyCaller & { accountId?: number };
  params: unknown;
  query: unknown;
  body: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Does the work of a call once per Idempotency-Key; without one every call is a new one. */
export async function onceByKey<Answer extends object>(
  { method, path }: ApiCall,
  { caller, params, query, body, request, reply }: Asked,
  work: (takeKey?: TakeKey) => Promise<Answer>,
): Promise<Answer> {
  const key = idempotencyHeader(request);
  if (key === undefined) return await work();
  const asked = { method, path, account: caller.accountId ?? null, params, query, body };
  const { answer, repeated } = await request.server.keptAnswers.once(
    { keyId: caller.keyId, key, asked },
    work,
  );
  if (repeated) reply.header('idempotent-replayed', 'true');
  return answer;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set before calls of the public API are mounted. */
    keptAnswers: KeptAnswers;
  }
}
