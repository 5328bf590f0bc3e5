import { AsyncLocalStorage } from 'node:async_hooks';

import type { FastifyRequest } from 'fastify';

import type { GateKey } from './key-caller.ts';
import type { App } from './mount.ts';

/** The key of the outer call, while a call is made on its behalf. */
const outer = new AsyncLocalStorage<GateKey>();

/** A call made on behalf of another call. */
export interface InnerCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** The response to such a call. */
export interface InnerAnswer {
  status: number;
  type: string;
  bytes: Buffer;
}

/** Returns the key of the outer call, which the gate has already accepted; undefined for calls from outside. */
export function innerKey(): GateKey | undefined {
  return outer.getStore();
}

/**
 * Makes a call of the public API on behalf of a call in progress, inside this process: with the same route, scopes,
 * checks, audit and log as a program's call, but it does not count against the key's rate again.
 */
export async function callInside(
  app: App,
  { ip, host }: Pick<FastifyRequest, 'ip' | 'host'>,
  key: GateKey,
  { method, path, query = {}, body, headers = {} }: InnerCall,
): Promise<InnerAnswer> {
  const answer = await outer.run(
    key,
    async () =>
      await app.inject({
        method,
        url: path,
        query,
        remoteAddress: ip,
        headers: { ...headers, host, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { payload: body }),
      }),
  );
  return {
    status: answer.statusCode,
    type: (answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '',
    bytes: answer.rawPayload,
  };
}
