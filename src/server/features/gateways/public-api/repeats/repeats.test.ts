import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let account: { id: number };
let owner: Program;
let administrator: Program;
beforeAll(async () => {
  test = await startApp();
  account = await makeAccount(test.database.db);
  owner = await startProgram(test, { kind: 'account', id: account.id });
  const parent = await makeAdministrator(test.database.db, { services: 30 });
  administrator = await startProgram(test, { kind: 'parent', id: parent.id });
});
afterAll(async () => await test.stop());

/** A sample call of each kind: its request, different for each n, and what it creates or changes. */
interface Sample {
  call: keyof typeof apiCalls;
  program: () => Program;
  path: () => string | Promise<string>;
  body: (n: number) => object;
  made: string;
}

const statusOf = (id: Sample['call']): number => (apiCalls[id] as ApiCall).status ?? 200;
const audited = (action: string) => `select count(*)::int as n from audit where action = '${action}'`;
const rows = (table: string) => `select count(*)::int as n from ${table}`;

/** Creates an object that is to be changed. Returns its id. */
async function make(path: string, body: object): Promise<string> {
  return String((await owner.ask('POST', path, { body })).body['id']);
}

const SAMPLES: readonly Sample[] = [
  {
    call: 'addContact',
    program: () => owner,
    path: () => '/contacts',
    body: (n) => ({ name: `Ada ${n}`, company: 'Northwind', email: `ada${n}@example.com` }),
    made: rows('contact'),
  },
  {
    call: 'addGroup',
    program: () => owner,
    path: () => '/groups',
    body: (n) => ({ name: `Group ${n}` }),
    made: rows('contact_group'),
  },
  {
    call: 'addBlockedNumber',
    program: () => owner,
    path: () => '/blocked-numbers',
    body: (n) => ({ caller: `31055501${10 + n}` }),
    made: rows('blocked_number'),
  },
  {
    call: 'addWebhook',
    program: () => owner,
    path: () => '/webhooks',
    body: (n) => ({ url: `https://hooks${n}.example.com/fax` }),
    made: rows('webhook_endpoint'),
  },
  {
    call: 'rotateWebhookSecret',
    program: () => owner,
    path: async () =>
      `/webhooks/${await make('/webhooks', { url: 'https://rotate.example.com/' })}/rotate-secret`,
    body: () => ({}),
    made: audited('webhook.rotate-secret'),
  },
  {
    call: 'addKey',
    program: () => owner,
    path: () => '/keys',
    body: (n) => ({ name: `Key ${n}`, scopes: ['faxes:read'] }),
    made: rows('api_key'),
  },
  {
    call: 'rotateKey',
    program: () => owner,
    path: async () => `/keys/${await make('/keys', { name: 'Rotated', scopes: ['faxes:read'] })}/rotate`,
    body: (n) => ({ overlap_hours: n }),
    made: audited('api-key.rotate'),
  },
  {
    call: 'addAccount',
    program: () => administrator,
    path: () => '/accounts',
    body: (n) => ({
      email: `clinic${n}@example.com`,
      number: { from: 'port', number: `+1310555019${n}` },
    }),
    made: rows('account'),
  },
];

const made = async ({ made: query }: Sample): Promise<number> =>
  (await test.database.pool.query<{ n: number }>(query)).rows[0]?.n ?? 0;
const age = async (key: string, interval: string) =>
  await test.database.pool.query('update api_answer set created_at = now() - $2::interval where key = $1', [
    key,
    interval,
  ]);

it('every call that keeps its answer has a sample here', () => {
  const keeping = Object.entries<ApiCall>(apiCalls).filter(([, call]) => call.idempotent === 'answer');
  expect(SAMPLES.map(({ call }) => call).toSorted()).toEqual(keeping.map(([id]) => id).toSorted());
});

describe.each(SAMPLES)('[A-API-102] $call with an Idempotency-Key', (sample) => {
  const id = sample.call;
  let path: string;
  const post = async (key: string, n: number, program = sample.program()) =>
    await program.ask('POST', path, { body: sample.body(n), headers: { 'idempotency-key': key } });
  beforeAll(async () => {
    path = await sample.path();
    await test.database.pool.query('delete from api_key_rate');
  });

  it('does its work once; a repeat gets the first answer, another request is refused', async () => {
    const before = await made(sample);
    const first = await post(`${id}-1`, 1);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([statusOf(id), undefined]);
    const again = await post(`${id}-1`, 1);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
      first.status,
      first.body,
      'true',
    ]);
    const other = await sample.program().ask('POST', id === 'rotateWebhookSecret' ? '/groups' : path, {
      body: id === 'rotateWebhookSecret' ? { name: 'Other' } : sample.body(2),
      headers: { 'idempotency-key': `${id}-1` },
    });
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_mismatch']);
    expect(await made(sample)).toBe(before + 1);
  });

  it('does it once for ten calls at the same time', async () => {
    const before = await made(sample);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await post(`${id}-2`, 3)));
    const good = answers.filter(({ status }) => status < 300);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    for (const { status, body, headers } of answers.filter((one) => !good.includes(one)))
      expect([status, body['code'], Number(headers['retry-after']) > 0]).toEqual([
        409,
        'idempotency_running',
        true,
      ]);
    expect(await made(sample)).toBe(before + 1);
    expect((await post(`${id}-2`, 3)).text).toBe(good[0]?.text);
  });

  it('is not done again when its answer was lost', async () => {
    await post(`${id}-3`, 4);
    const before = await made(sample);
    await test.database.pool.query('update api_answer set answer = null where key = $1', [`${id}-3`]);
    const running = await post(`${id}-3`, 4);
    expect([running.status, running.body['code']]).toEqual([409, 'idempotency_running']);
    await age(`${id}-3`, '61 seconds');
    const lost = await post(`${id}-3`, 4);
    expect([lost.status, lost.body['code']]).toEqual([409, 'idempotency_lost']);
    expect(await made(sample)).toBe(before);
  });

  it('is another call after a day, or with another key', async () => {
    const before = await made(sample);
    await post(`${id}-4`, 5);
    await age(`${id}-4`, '25 hours');
    const later = await post(`${id}-4`, 6);
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([statusOf(id), undefined]);
    expect(await made(sample)).toBe(before + 2);
  });
});

const addShared = async (program: Program, n: number) =>
  await program.ask('POST', '/groups', {
    body: { name: `Shared ${n}` },
    headers: { 'idempotency-key': 'shared' },
  });

describe('[A-API-102] what is kept of a call', () => {
  it('belongs to the API key', async () => {
    const colleague = await startProgram(test, { kind: 'account', id: account.id });
    const [mine, theirs] = [await addShared(owner, 1), await addShared(colleague, 2)];
    expect([mine.status, theirs.status, theirs.body['name']]).toEqual([201, 201, 'Shared 2']);
  });

  it('is nothing where the call was refused: it may be repeated once its reason is gone', async () => {
    const body = { name: 'Taken' };
    const blocking = await make('/groups', body);
    const headers = { 'idempotency-key': 'refused' };
    expect((await owner.ask('POST', '/groups', { body, headers })).status).toBe(409);
    await owner.ask('DELETE', `/groups/${blocking}`);
    expect((await owner.ask('POST', '/groups', { body, headers })).status).toBe(201);
  });

  it('is sealed: neither the secret of a webhook nor the request can be read in the database', async () => {
    const body = { name: 'Sealed', scopes: ['faxes:read'] };
    const { body: answer } = await owner.ask('POST', '/keys', {
      body,
      headers: { 'idempotency-key': 'sealed' },
    });
    const { rows: kept } = await test.database.pool.query<{ text: string }>(
      `select answer || ' ' || fingerprint as text from api_answer where key = 'sealed'`,
    );
    expect(kept[0]?.text).toMatch(/^v1\.\S+ v1\.\S+$/u);
    expect(kept[0]?.text).not.toContain(String(answer['key']).slice(-20));
  });
});
