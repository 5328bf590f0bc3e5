import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { makeAccount } from './factories.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { signInAdministrator } from './multifax-rig.ts';
import { signInOperator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Calls that return somebody's data; event streams never end and have their own test. */
const reads = Object.entries<Call>(allCalls).filter(
  ([, call]) => call.method === 'GET' && call.access !== 'guest' && call.replyKind !== 'events',
);

let test: TestApp;
let sessions: Record<'user' | 'multifax' | 'operator', SignedIn>;
let pathKey: string;

beforeAll(async () => {
  test = await startApp({ documents: fakeDocuments().documents });
  const account = await makeAccount(test.database.db);
  sessions = {
    user: await test.signIn(account.number),
    multifax: (await signInAdministrator(test)).session,
    operator: await signInOperator(test),
  };
  ({ pathKey } = await storeFax(test, account.id));
});
afterAll(async () => await test.stop());

const ask = async (call: Call, session?: SignedIn) =>
  await test.app.inject({ method: call.method, url: pathFor(call), ...session });

describe('answers that belong to somebody', () => {
  const answered: string[] = [];

  it.each(reads)(
    '[A-TENANT-26] what %s answers is kept by no cache between us and the browser',
    async (name, call) => {
      const session = sessions[call.access === 'any' ? 'user' : (call.access as 'user')];
      const answer = await ask(call, session);
      if (answer.statusCode === 200) answered.push(name);
      expect([401, 403]).not.toContain(answer.statusCode);
      for (const { headers } of [answer, await ask(call)]) {
        expect(headers['cache-control']).toMatch(/^(?:no-store|private, .*no-(?:cache|store).*)$/u);
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
    },
  );

  it('[A-TENANT-26] nor are files of a fax; and most calls above did answer', async () => {
    for (const name of ['fax.pdf', 'fax.tiff', 'prev1.gif', 'thumb1.gif']) {
      const url = `/api/faxui/getFaxFile?file=${pathKey}/${name}`;
      const { statusCode, headers } = await test.app.inject({ url, ...sessions.user });
      expect([name, statusCode]).toEqual([name, 200]);
      expect(headers['cache-control']).toMatch(/^private, no-(?:cache|store)$/u);
    }
    expect(answered.length).toBeGreaterThan(reads.length / 2);
  });
});

describe('errors', () => {
  /** Content that no response may contain: file names, SQL, stack traces, addresses of the database. */
  const INNER = /node_modules|select |insert |relation|ECONN|\/src\/|\/run\/|\/app\/|\.ts\b|    at /iu;

  it('[A-TENANT-27] bad JSON, bad addresses and unknown routes name no files, queries or stacks', async () => {
    const { headers, cookies } = sessions.user;
    const json = { ...headers, 'content-type': 'application/json' };
    const put = { method: 'PUT' as const, url: pathFor(allCalls.putGlobalSettings), cookies };
    const badText = Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22]);
    const answers = await Promise.all([
      test.app.inject({ ...put, headers: json, payload: '{bad' }),
      test.app.inject({ ...put, headers: json, payload: badText }),
      test.app.inject({ method: 'GET', url: '/api/%ff%fe', cookies }),
      test.app.inject({ method: 'GET', url: '/nowhere/at/all.json', cookies }),
    ]);
    for (const { body, statusCode } of answers) {
      expect([400, 404]).toContain(statusCode);
      expect(body).not.toMatch(INNER);
      expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) as string });
    }
  });

  it('[A-TENANT-27] a fault of ours is a general sentence and the id of the request', async () => {
    await test.database.pool.query('alter table account_settings rename to moved_away');
    try {
      const answer = await ask(allCalls.getGlobalSettings, sessions.user);
      expect(answer.statusCode).toBe(500);
      expect(answer.body).not.toMatch(INNER);
      expect(answer.body).not.toContain('account_settings');
      expect(answer.json()).toMatchObject({ error: 'INTERNAL', requestId: answer.headers['x-request-id'] });
    } finally {
      await test.database.pool.query('alter table moved_away rename to account_settings');
    }
    expect((await ask(allCalls.getGlobalSettings, sessions.user)).statusCode).toBe(200);
  });

  it('[A-TENANT-27] a database that is away is a sentence, too', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED /run/postgresql/.s.PGSQL.5432'), {
      code: 'ECONNREFUSED',
    });
    const connect = vi.spyOn(test.database.pool, 'connect').mockImplementation(() => {
      throw away;
    });
    const answers = [
      await ask(allCalls.getGlobalSettings, sessions.user),
      await test.app.inject({
        method: 'POST',
        url: '/api/faxui/getNode.json',
        payload: { username: '2125550100', password: 'x', domain: '' },
      }),
    ];
    connect.mockRestore();
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().error]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.body).not.toMatch(INNER);
    }
  });
});
