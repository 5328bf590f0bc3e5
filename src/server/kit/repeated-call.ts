import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiCall } from '#contract/v1/define.ts';
import type { Db } from '#engine/database/port.ts';

import { idempotencyHeader } from './idempotency-header.ts';
import type { KeyCaller } from './key-caller.ts';

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  keyId: number;
  /** The value of the header. */
  key: string;
  /** Everything that must be equal in a repeat. */
  asked: object;
}

/** Takes the Idempotency-Key in the transaction of the work, so that both are committed or neither is. */
export type TakeKey = (tx: Db) => Promise<void>;

/** Stored answers of calls by their Idempotency-Key, kept for one day. */
export interface KeptAnswers {
  /**
   * Does the work, or returns its first answer again. Throws IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RUNNING, and
   * IDEMPOTENCY_LOST if the work was done but its answer was never stored.
   */
  once<Answer extends object>(
    call: KeyedCall,
    work: (takeKey: TakeKey) => Promise<Answer>,
  ): Promise<{ answer: Answer; repeated: boolean }>;
}

/** The values that identify a request: equal values mean the same request. */
interface Asked {
  caller: KeyCaller & { accountId?: number };
  params: unknown;
  query: unknown;
  body: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Does the work of a call once per Idempotency-Key; without a key every call is a new one. */
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
    /** Stored answers; set before the calls of the public API are mounted. */
    keptAnswers: KeptAnswers;
  }
}
