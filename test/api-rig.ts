import { SCOPES } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import type { KeyMode } from '#server/features/identity/api-keys/key-format.rules.ts';
import type { Owner } from '#server/kit/owner.ts';
import { provenOwner } from '#server/kit/owner.ts';

import type { TestApp } from './start-app.ts';

/** What a program sends with a call of the public API. */
export interface ApiRequest {
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

/** A program with a key: makes calls of the public API in this process. */
export interface Program {
  key: string;
  keyId: number;
  /** Makes a call; `path` begins behind /v1. */
  readonly ask: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    request?: ApiRequest,
  ) => Promise<{
    status: number;
    headers: Record<string, unknown>;
    body: Record<string, unknown>;
    text: string;
  }>;
}

/** Makes a key for the owner, with every scope unless named, and the program that uses it. */
export async function startProgram(
  test: TestApp,
  owner: { kind: Owner['kind']; id: number },
  { mode = 'live', scopes = SCOPES }: { mode?: KeyMode; scopes?: readonly Scope[] } = {},
): Promise<Program> {
  const { id, key } = await test.services.apiKeys.add({
    owner: provenOwner(owner),
    name: 'A program',
    mode,
    scopes,
    address: '127.0.0.1',
  });
  return { key, keyId: id, ask: async (...call) => await askApi(test, key, ...call) };
}

/** Makes a call of the public API with this key, or with none. */
export async function askApi(
  test: TestApp,
  key: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { query = {}, body, headers = {} }: ApiRequest = {},
): ReturnType<Program['ask']> {
  const answer = await test.app.inject({
    method,
    url: `/v1${path}`,
    query,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
  const json = /json/u.test(answer.headers['content-type'] ?? '');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: json ? answer.json<Record<string, unknown>>() : {},
    text: answer.body,
  };
}
