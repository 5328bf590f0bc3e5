import type { FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';

/** Allowed values of the header Idempotency-Key: printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/u;

/** Returns the header Idempotency-Key of a program's call. Throws VALIDATION if it is not usable. */
export function idempotencyHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('VALIDATION', { fields: { 'Idempotency-Key': 'INVALID' } });
  return key;
}
