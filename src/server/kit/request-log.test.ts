import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

interface Line {
  msg: string;
  reqId: string;
  level: number;
  route: string;
  status: number;
  uid?: number;
}

/** Text that an attacker would like to see as a separate log line. */
const FORGED = '{"level":30,"msg":"login ok"}';
const DEBUG = 20;
const INFO = 30;

let test: TestApp;
let account: { id: number; number: string };
let mine: SignedIn;
let written = '';

beforeAll(async () => {
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      written += chunk.toString();
      done();
    },
  });
  test = await startApp({ log: pino({ level: 'debug' }, sink) });
  account = await makeAccount(test.database.db);
  mine = await test.signIn(account.number);
});
afterAll(async () => await test.stop());
beforeEach(() => {
  written = '';
});

/** Every line must be valid JSON: a forged line would be one too many, and half a line throws. */
function answered(): Line[] {
  const lines = written.trimEnd().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'answered');
}

describe('the log of requests', () => {
  it('has a line for every answer, found by the id that the answer carries; polls are written for who searches only', async () => {
    const list = await test.app.inject({
      url: '/api/n1/db/f2e/SSPUserContacts.json?draw=1&start=0&length=10',
      ...mine,
    });
    const poll = await test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...mine });
    const [listed, polled] = answered();
    expect(listed).toMatchObject({ level: INFO, status: list.statusCode, uid: account.id });
    expect(listed?.reqId).toBe(list.headers['x-request-id']);
    expect(polled).toMatchObject({ level: DEBUG, status: 200, uid: account.id });
    expect(polled?.reqId).toBe(poll.headers['x-request-id']);
    expect(poll.headers['x-request-id']).not.toBe(list.headers['x-request-id']);
  });

  it('[A-DOS-06] takes nothing over that a stranger wrote: names, passwords, addresses, a megabyte of agent', async () => {
    const evil = `\r\n${FORGED}\r\n\u001B[2J`;
    const basic = Buffer.from(`${evil}:marker-of-a-password`).toString('base64');
    const requests = [
      { url: `/api/faxui/${encodeURIComponent(evil)}?token=marker-of-a-token` },
      { url: '/api/faxui/getNode.json', headers: { 'user-agent': `${FORGED}${'a'.repeat(1024 * 1024)}` } },
      { url: `/reset-password?token=marker-of-a-token`, headers: { 'x-request-id': FORGED } },
      {
        method: 'POST' as const,
        url: '/api/n1/auth/login/faxuser.cookie',
        headers: { authorization: `Basic ${basic}`, cookie: 'f2e_session=marker-of-a-session' },
      },
    ];
    for (const request of requests) await test.app.inject(request);
    expect(answered()).toHaveLength(requests.length);
    expect(written).not.toContain('login ok');
    expect(written).not.toContain('marker-of');
    expect(Math.max(...written.split('\n').map(({ length }) => length))).toBeLessThan(1_024);
  });
});
