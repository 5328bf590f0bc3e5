import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { App } from './mount.ts';
import { isApi } from './respond-problem.ts';

/** How often a key may call: calls per second, and the burst allowed after a pause. */
export interface CallRate {
  perSecond: number;
  burst: number;
}

/** The rate left after a call was counted. */
export interface RateLeft {
  allowed: boolean;
  /** Calls that may follow immediately. */
  left: number;
  /** Seconds until the next call is allowed, and until the whole burst is. */
  nextSeconds: number;
  fullSeconds: number;
}

/**
 * Calls of one key that run at the same time: a program that starts many without waiting must not hold every database
 * connection.
 */
const AT_ONCE = { each: 20, all: Number.POSITIVE_INFINITY };

/**
 * Adds a header to every response of the public API with the rate that a key has
 * (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function addRateHeaders(app: App, { perSecond, burst }: CallRate): void {
  const policy = `"key";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request)) reply.header('ratelimit-policy', policy);
    done();
  });
}

/** Sets the header with the rate left to a key; throws RATE_LIMITED if none was left. */
export function requireRate(
  reply: FastifyReply,
  { allowed, left, nextSeconds, fullSeconds }: RateLeft,
): void {
  reply.header('ratelimit', `"key";r=${left};t=${Math.ceil(fullSeconds)}`);
  if (!allowed) throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, nextSeconds) });
}

/** The longest time a database statement may take: after it, no work remains for a client that has disconnected. */
const WORK_MS = 30_000;

/** Limits the calls of each key that run at once in this process; a call releases its place when it has ended. */
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
    // Fires after every response, and also if the client disconnects first: then the work for it may continue.
    reply.raw.once('close', () => {
      place.gone = true;
      if (place.answered) place.leave();
      else setTimeout(place.leave, WORK_MS).unref();
    });
  };
}
