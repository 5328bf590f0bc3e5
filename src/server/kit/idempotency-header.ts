import type { FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';

/** What the header Idempotency-Key may hold: printable characters of ASCII. */
const KEY = /^[\x20-\x7e]{1,255}$/u;

/** The header Idempotency-Key of a program's call. Throws VALIDATION where it is unusable. */
export function idempotencyHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('VALIDATION', { fields: { 'Idempotency-Key': 'INVALID' } });
  return key;
}
