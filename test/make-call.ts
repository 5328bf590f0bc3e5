import type { LightMyRequestResponse as Response } from 'fastify';

import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import type { App } from '#server/kit/mount.ts';

import type { SignedIn } from './start-app.ts';

/** Makes any call of the contract in a session; a body that is text is sent as it is. */
export async function makeCall(
  { app }: { app: App },
  call: Call,
  { cookies, headers }: SignedIn,
  { query, body = {} }: { query?: object | undefined; body?: object | string | undefined } = {},
): Promise<Response> {
  return await app.inject({
    method: call.method,
    url: pathFor(call),
    query: { ...query },
    cookies,
    headers: { 'content-type': 'application/json', ...headers },
    ...(call.method === 'GET' ? {} : { payload: body }),
  });
}
