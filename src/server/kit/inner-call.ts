import { AsyncLocalStorage } from 'node:async_hooks';

import type { FastifyRequest } from 'fastify';

import type { GateKey } from './key-caller.ts';
import type { App } from './mount.ts';

/** The key of the call that a call is made for. */
const outer = new AsyncLocalStorage<GateKey>();

/** A call that is made for another one. */
export interface InnerCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** What it answered. */
export interface InnerAnswer {
  status: number;
  type: string;
  bytes: Buffer;
}

/** The key of the call that this one is made for, which the gate has let through; undefined for calls from outside. */
export function innerKey(): GateKey | undefined {
  return outer.getStore();
}

/**
 * Makes a call of the public API for one that is under way, inside this process: the same route, scopes, checks, audit and
 * log as for a program, but nothing is counted twice against the rate of the key.
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
