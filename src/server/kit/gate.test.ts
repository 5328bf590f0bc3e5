import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Call } from '#contract/kit/call.ts';

import { AppError } from './app-error.ts';
import { addGate } from './gate.ts';
import type { GateSession } from './gate.ts';
import type { App } from './mount.ts';

const call = (path: string, rest: Partial<Call> = {}): Call => ({
  method: 'GET',
  path,
  access: 'any',
  summary: path,
  reply: z.unknown(),
  ...rest,
});
const CALLS = [
  call('/api/faxui/any'),
  call('/api/faxui/user', { access: 'user' }),
  call('/api/faxui/multifax', { access: 'multifax' }),
  call('/operator/api/operator', { access: 'operator' }),
  call('/api/faxui/poll', { background: true }),
  call('/api/faxui/consent', { comesFromElsewhere: true }),
  call('/api/rrad/token'),
  call('/api/faxui/guest', { access: 'guest' }),
];
const session = (kind: GateSession['kind'], subjectId: number, brandId = 1): GateSession => ({
  kind,
  subjectId,
  brandId,
  node: 'n1',
  expiresIn: 60,
  endsIn: 600,
});
const SESSIONS = new Map([
  ['account', session('user', 7)],
  ['administrator', session('multifax', 8)],
  ['task', session('task', 9)],
  ['operator', session('operator', 3, 0)],
  ['foreign', session('user', 7, 2)],
]);

/** Returns the stand-in for a token's hash, as JSON represents a buffer. */
const hash = (token: string) => ({ type: 'Buffer', data: [...Buffer.from(token)] });

describe('the gate', () => {
  const app = fastify() as unknown as App;
  let found: [string, boolean][] = [];

  beforeAll(async () => {
    await app.register(cookie);
    app.decorateRequest('hostBrand', undefined);
    app.addHook('onRequest', async (request) => {
      request.hostBrand = { brandId: 1, origin: 'https://fax.test' };
    });
    app.setErrorHandler(async (error, _, reply) => {
      await reply.code(400).send(error instanceof AppError ? error.code : String(error));
    });
    addGate(app, {
      sessions: {
        find: async (token, extend) => {
          found.push([token, extend]);
          return await Promise.resolve(SESSIONS.get(token));
        },
        provesAccess: (token, proof) => proof === `${token}-proof`,
      },
      originAllowed: async (_, origin) => await Promise.resolve(origin === 'https://fax.test'),
      languageOf: () => 'de',
      hashToken: (token) => Buffer.from(token),
      keys: {
        use: async () => await Promise.resolve(undefined),
        countWrong: async () => await Promise.resolve(),
        accountOf: async () => await Promise.resolve(undefined),
      },
    });
    for (const each of CALLS)
      app.route({
        method: each.method,
        url: each.path,
        config: { call: each },
        handler: async (request) => await Promise.resolve({ caller: request.caller ?? null }),
      });
  });
  beforeEach(() => (found = []));
  afterAll(async () => await app.close());

  /** Returns the caller that the handler sees, or the code of the refusal. */
  async function ask(path: string, who: string, headers: Record<string, string> = {}): Promise<unknown> {
    const name = path.startsWith('/operator') ? 'f2e_operator_session' : 'f2e_session';
    const cookies = who === '' ? {} : { [name]: who };
    const proof = path.startsWith('/operator') ? { 'x-access-token': `${who}-proof` } : {};
    const answer = await app.inject({ url: path, cookies, headers: { ...proof, ...headers } });
    return answer.statusCode === 200 ? answer.json<{ caller: unknown }>().caller : answer.body;
  }

  const from = {
    brandId: 1,
    sessionIdHash: hash('account'),
    address: '127.0.0.1',
    language: 'de',
  };

  it('gives each kind of session its scope, and nothing else', async () => {
    expect(await ask('/api/faxui/any', 'account')).toEqual({ ...from, accountId: 7 });
    expect(await ask('/api/faxui/any', 'administrator')).toEqual({
      ...from,
      sessionIdHash: hash('administrator'),
      parentId: 8,
    });
    expect(await ask('/operator/api/operator', 'operator')).toEqual({
      ...from,
      brandId: 0,
      sessionIdHash: hash('operator'),
      operatorId: 3,
    });
    expect(await ask('/api/faxui/guest', 'account')).toBeNull();
  });

  it.each([
    ['/api/faxui/any', '', 'AUTH_REQUIRED'],
    ['/api/faxui/any', 'unknown', 'AUTH_REQUIRED'],
    ['/api/faxui/any', 'foreign', 'AUTH_REQUIRED'],
    ['/api/faxui/any', 'task', 'WRONG_SESSION_KIND'],
    ['/api/faxui/any', 'operator', 'WRONG_SESSION_KIND'],
    ['/api/faxui/user', 'administrator', 'WRONG_SESSION_KIND'],
    ['/api/faxui/multifax', 'account', 'WRONG_SESSION_KIND'],
    ['/operator/api/operator', 'account', 'WRONG_SESSION_KIND'],
  ])('%s with the session «%s»: %s', async (path, who, refusal) => {
    expect(await ask(path, who)).toBe(refusal);
  });

  it('takes the operator’s session from the cookie of the console only', async () => {
    const answer = await app.inject({
      url: '/operator/api/operator',
      cookies: { f2e_session: 'operator' },
      headers: { 'x-access-token': 'operator-proof' },
    });
    expect(answer.body).toBe('AUTH_REQUIRED');
    const other = await app.inject({ url: '/api/faxui/any', cookies: { f2e_operator_session: 'account' } });
    expect(other.body).toBe('AUTH_REQUIRED');
  });

  it('extends the session, but not for what the client asks by itself', async () => {
    await ask('/api/faxui/any', 'account');
    await ask('/api/faxui/poll', 'account');
    expect(found).toEqual([
      ['account', true],
      ['account', false],
    ]);
  });

  it('does not extend an operator’s session for a list that refreshes itself; mailboxes cannot claim that', async () => {
    await ask('/operator/api/operator', 'operator');
    await ask('/operator/api/operator', 'operator', {
      'x-access-token': 'operator-proof',
      'x-background': '1',
    });
    await ask('/api/faxui/any', 'account', { 'x-access-token': 'account-proof', 'x-background': '1' });
    expect(found).toEqual([
      ['operator', true],
      ['operator', false],
      ['account', true],
    ]);
  });

  it('wants the access token where a call can carry it', async () => {
    expect(await ask('/api/rrad/token', 'account')).toBe('AUTH_REQUIRED');
    expect(await ask('/api/rrad/token', 'account', { 'x-access-token': 'other' })).toBe('AUTH_REQUIRED');
    const proof = { 'x-access-token': 'account-proof' };
    expect(await ask('/api/rrad/token', 'account', proof)).toMatchObject({ accountId: 7 });
  });

  it.each([
    [{}, true],
    [{ origin: 'https://fax.test' }, true],
    [{ origin: 'https://evil.test' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
  ] as [Record<string, string>, boolean][])('a request with %j is let in: %s', async (headers, letIn) => {
    const answer = await ask('/api/faxui/any', 'account', headers);
    expect(answer).toEqual(letIn ? { ...from, accountId: 7 } : 'ORIGIN_NOT_ALLOWED');
  });

  it.each([
    ['navigate', 'document', true],
    ['navigate', 'iframe', false],
    ['no-cors', 'document', false],
    ['no-cors', 'image', false],
  ])(
    'from another site a person may come, but not an image or a frame: %s, %s',
    async (mode, dest, letIn) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
      const answer = await ask('/api/faxui/consent', 'account', headers);
      expect(answer).toEqual(letIn ? { ...from, accountId: 7 } : 'ORIGIN_NOT_ALLOWED');
    },
  );
});
