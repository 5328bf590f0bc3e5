import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { App } from './mount.ts';
import { isApi } from './respond-problem.ts';

/** How often a key may call: so many a second, and so many at once after a pause. */
export interface CallRate {
  perSecond: number;
  burst: number;
}

/** What is left of it after a call was counted. */
export interface RateLeft {
  allowed: boolean;
  /** Calls that may follow at once. */
  left: number;
  /** Seconds until the next is allowed, and until all are again. */
  nextSeconds: number;
  fullSeconds: number;
}

/** Calls that are answered at the same time: a program that starts without waiting must not hold every connection to the database. */
const AT_ONCE = { each: 20, all: Number.POSITIVE_INFINITY };

/** Tells every answer of the public API how often a key may call (draft-ietf-httpapi-ratelimit-headers-11). */
export function addRateHeaders(app: App, { perSecond, burst }: CallRate): void {
  const policy = `"key";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request)) reply.header('ratelimit-policy', policy);
    done();
  });
}

/** Says what is left of a key's rate; throws RATE_LIMITED when nothing was. */
export function requireRate(
  reply: FastifyReply,
  { allowed, left, nextSeconds, fullSeconds }: RateLeft,
): void {
  reply.header('ratelimit', `"key";r=${left};t=${Math.ceil(fullSeconds)}`);
  if (!allowed) throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, nextSeconds) });
}

/** As long as a statement of the database may take: then nothing is at work any more for a client that has gone. */
const WORK_MS = 30_000;

/** Bounds the calls that are answered at once for each key, in this process; a call gives its place up when it has ended. */
export function createAtOnce(
  app: App,
): (request: FastifyRequest, reply: FastifyReply, keyId: number) => void {
  const limit = new ConcurrencyLimit<number>(AT_ONCE);
  const inside = new WeakMap<FastifyRequest, { leave: () => void; answered: boolean; gone: boolean }>();
  app.addHook('onSend', (request, _, payload, done) => {
    const place = inside.get(request);
    if (place) place.answered = true;
    if (place?.gone) place.leave();
    done(null, payload);
  });
  return (request, reply, keyId) => {
    const place = { leave: limit.enter(keyId), answered: false, gone: false };
    inside.set(request, place);
    // Comes after every answer, and when the client has gone before: then the work for it may still go on.
    reply.raw.once('close', () => {
      place.gone = true;
      if (place.answered) place.leave();
      else setTimeout(place.leave, WORK_MS).unref();
    });
  };
}
