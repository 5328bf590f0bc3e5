import { scopesOf } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import type { KeyMode } from '#server/features/identity/api-keys/key-format.rules.ts';
import type { KeyHolder, Owner } from '#server/kit/owner.ts';
import { holderKind, provenOwner } from '#server/kit/owner.ts';

import type { TestApp } from './start-app.ts';

/** The input of a call of the public API. */
export interface ApiRequest {
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

/** A program with a key: makes calls of the public API in this process. */
export interface Program {
  key: string;
  keyId: number;
  /** The public part: `key_<publicId>` on the wire. */
  publicId: string;
  /** Makes a call; `path` is relative to /v1. */
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

/** The settings of a key; each has a default. */
interface KeyOfProgram {
  mode?: KeyMode;
  scopes?: readonly Scope[];
  name?: string;
  networks?: readonly string[];
  expiresAt?: Date;
}

let programs = 0;

/** Creates a key for the owner, by default with every scope, and a program that uses it. */
export async function startProgram(
  test: TestApp,
  owner: { kind: Owner['kind']; id: number } | { kind: 'operator' },
  { mode = 'live', scopes, name = `Program ${(programs += 1)}`, ...more }: KeyOfProgram = {},
): Promise<Program> {
  const holder: KeyHolder = owner.kind === 'operator' ? owner : provenOwner(owner);
  // Sends no mail to the owner, which other tests would find among their own.
  const keys = new ApiKeysService({
    database: test.database,
    queueMail: async () => undefined,
    rate: { perSecond: 10, burst: 60 },
  });
  const { id, publicId, key } = await keys.add(
    { holder, address: '127.0.0.1' },
    { name, mode, scopes: scopes ?? scopesOf(holderKind(holder)), ...more },
  );
  return { key, keyId: id, publicId, ask: async (...call) => await askApi(test, key, ...call) };
}

/** Makes a call of the public API with this key, or without one. */
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
