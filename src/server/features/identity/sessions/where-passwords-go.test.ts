import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let account: { id: number; number: string };
let foreign: { id: number; number: string };
let logged = '';

beforeAll(async () => {
  test = await startApp({ log: pino({ level: 'trace' }, { write: (line) => void (logged += line) }) });
  account = await makeAccount(test.database.db);
  const brandId = await makeBrand(test.database.db, { domain: 'fax.elsewhere.example' });
  foreign = await makeAccount(test.database.db, { brandId });
});
afterAll(async () => await test.stop());

/** An unregistered host, in every header that could name it. */
const EVIL = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
/** The same, on a host that is served. */
const CLAIMED = { 'x-forwarded-host': 'evil.test' };
const getNode = async (username: string, password = PASSWORD, headers: Record<string, string> = CLAIMED) =>
  await test.app.inject({
    method: 'POST',
    url: '/api/faxui/getNode.json',
    headers,
    payload: { username, password, domain: 'evil.test' },
  });

it('[A-XDOM-01] a password is sent on only to a domain of the table of brands, whatever host the page claims', async () => {
  expect((await getNode(account.number, PASSWORD, EVIL)).statusCode).toBe(421);
  const own = await getNode(account.number);
  expect([own.statusCode, own.json()]).toEqual([
    200,
    { status: true, node: 'n1', redirect: { status: false, domain: '' } },
  ]);
  const elsewhere = await getNode(foreign.number);
  expect(elsewhere.json()).toMatchObject({
    redirect: { status: true, domain: 'fax.elsewhere.example:8080' },
  });
  const wrong = await getNode(foreign.number, 'Wrong-1-wrong');
  expect([wrong.statusCode, wrong.body.includes('redirect')]).toEqual([412, false]);
  for (const answer of [own, elsewhere, wrong]) {
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain('evil.test');
    expect(answer.cookies).toEqual([]);
  }
  const handed = await test.app.inject({
    method: 'POST',
    url: '/login',
    headers: {
      ...EVIL,
      origin: 'http://evil.test:8080',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      username: foreign.number,
      password: PASSWORD,
      domain: 'evil.test',
    }).toString(),
  });
  expect([handed.statusCode, handed.cookies]).toEqual([421, []]);
});

it('[A-XDOM-04] the password of a form is in no address, no log and no referrer', async () => {
  const marked = 'Marked-5-secret!';
  const owner = await makeAccount(test.database.db, { password: marked });
  const post = async (path: string, username: string, password: string) =>
    await test.app.inject({
      method: 'POST',
      url: path,
      headers: { origin: 'http://localhost:80', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password }).toString(),
    });
  for (const [path, username, password, leads] of [
    ['/login', owner.number, marked, '/dashboard?handoff=1'],
    ['/login', owner.number, `${marked}-wrong`, '/login?error=1'],
    ['/multifax/login', owner.number, marked, '/multifax/login?error=1'],
  ] as const) {
    const answer = await post(path, username, password);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, leads]);
    expect(answer.headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin|strict-origin)/u);
    expect(answer.body).not.toContain(marked);
  }
  // A form sent by GET logs nobody in, and the content of its URL is not logged either.
  const query = { username: owner.number, password: marked };
  const got = await test.app.inject({ url: '/login', query, headers: { accept: 'text/html' } });
  expect([got.cookies, got.body.includes(marked)]).toEqual([[], false]);
  expect(logged).not.toBe('');
  expect(logged).not.toContain(marked);
  expect(logged).not.toContain(encodeURIComponent(marked));
});
