import type { FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';

/** Allowed values of the header Idempotency-Key: printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/u;

/** What the header of a page's call may hold: a uuid, or any other name that nobody else would choose. */
const BROWSER_KEY = /^[A-Za-z0-9_-]{8,64}$/;

/** The header Idempotency-Key of a program's call. Throws VALIDATION where it is unusable. */
export function idempotencyHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new AppError('VALIDATION', { fields: { 'Idempotency-Key': 'INVALID' } });
  return key;
}

/** The header Idempotency-Key of a page's call. Throws BAD_REQUEST where it is unusable. */
export function browserHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !BROWSER_KEY.test(key)) throw new AppError('BAD_REQUEST');
  return key;
}
