import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readMails } from '../mails.ts';
import { runCommand } from '../start-product.ts';
import { startCluster, whyNoCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';

const [ONE, OTHER] = ['2125550100', '2125550101'];

interface Person {
  node: string;
  headers: Record<string, string>;
}

async function f2e(cluster: Cluster, ...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await runCommand([...args, '--json'], '', {
    ...process.env,
    ...cluster.env,
  });
  if (status !== 0) throw new Error(`f2e ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function logIn(base: string, cluster: Cluster, number: string): Promise<Person> {
  const authorization = `Basic ${Buffer.from(`${number}:${cluster.password}`).toString('base64')}`;
  const answer = await fetch(`${base}/api/auth/login/faxuser.cookie`, {
    method: 'POST',
    headers: { authorization },
  });
  const { node } = (await answer.json()) as { node: string };
  return { node, headers: sessionHeaders(answer) };
}

/** Returns the headers that the browser sends after this response has opened a session. */
function sessionHeaders(answer: Response): Record<string, string> {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const access = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  return { cookie: cookies.join('; '), 'x-access-token': access ?? '' };
}

/** Returns the status of a call with the node in its path, as the client makes it. */
async function poll(base: string, { node, headers }: Person): Promise<number> {
  return (await fetch(`${base}/api/${node}/db/f2e/MainInterface.json`, { headers })).status;
}

async function call(
  base: string,
  { headers }: Pick<Person, 'headers'>,
  method: 'GET' | 'POST' | 'DELETE',
  name: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${base}/api/faxui/${name}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${name}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** Invites a person, who accepts and is logged in. */
async function join(cluster: Cluster, owner: Person, email: string): Promise<Person> {
  await call(cluster.baseURL, owner, 'POST', 'people', { emails: [email], role: 'member' });
  const find = async () => (await readMails(cluster.dataDir)).find(({ to }) => to === email)?.link;
  await expect.poll(find, { interval: 100 }).toBeDefined();
  const token = new URL((await find()) ?? '').searchParams.get('token');
  const answer = await fetch(`${cluster.baseURL}/api/faxui/acceptInvitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'Ana Duarte', password: cluster.password }),
  });
  expect(answer.status).toBe(200);
  return { node: owner.node, headers: sessionHeaders(answer) };
}

/** Opens an event stream; the returned function waits until the server ends it, or until `late` aborts. */
async function listen(base: string, { headers }: Person): Promise<(late: AbortSignal) => Promise<string>> {
  const answer = await fetch(`${base}/api/faxui/events`, { headers });
  expect(answer.status).toBe(200);
  const ended = answer.text().then(() => 'ended');
  return async (late) =>
    await Promise.race([
      ended,
      new Promise<string>((resolve) => late.addEventListener('abort', () => resolve('open'))),
    ]);
}

/** Returns the id of the job; undefined if the fax was not acknowledged because the receiving process died. */
async function trySend(base: string, person: Person, text: string): Promise<string | undefined> {
  return await send(base, person, OTHER, text).catch(() => undefined);
}

async function send(base: string, person: Person, to: string, text: string): Promise<string> {
  const form = new FormData();
  form.set('destinations', to);
  form.append('userfiles[0]', new Blob([text]), 'letter.txt');
  const headers = { ...person.headers, 'idempotency-key': randomUUID() };
  const answer = await fetch(`${base}/api/faxui/sendFax`, { method: 'POST', headers, body: form });
  const body = (await answer.json()) as { data?: { jobs: { jobid: string }[] } };
  expect(answer.status).toBe(200);
  return body.data?.jobs[0]?.jobid ?? '';
}

async function statesOf(cluster: Cluster, ids: readonly string[]): Promise<string[]> {
  const { jobs } = (await f2e(cluster, 'job', 'list')) as { jobs: { jobid: string; state: string }[] };
  return ids.map((id) => jobs.find(({ jobid }) => jobid === id)?.state ?? 'missing');
}

const why = whyNoCluster();
if (why !== null) process.stderr.write(`NOT TESTED over several processes: ${why}\n`);

describe.skipIf(why !== null)('two web and two worker processes', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster('haproxy');
  });
  afterAll(async () => {
    await cluster.stop();
  });

  it('started together over nothing, they made one brand, one demonstration, and know both nodes', async () => {
    const { brands } = (await f2e(cluster, 'brand', 'list')) as { brands: unknown[] };
    const { nodes } = (await f2e(cluster, 'node', 'list')) as { nodes: { name: string; state: string }[] };
    expect(brands).toHaveLength(1);
    expect(nodes).toMatchObject([
      { name: 'n1', state: 'up' },
      { name: 'n2', state: 'up' },
    ]);
  });

  it('a login at one process stands at the other; each serves the calls of both nodes', async () => {
    const person = await logIn(cluster.web.n1.baseURL, cluster, ONE);
    for (const node of ['n1', 'n2']) {
      expect(await poll(cluster.baseURL, { ...person, node })).toBe(200);
    }
  });

  it('a person who is removed at one process is out of every process at once, event streams included [A-PEOPLE-13]', async () => {
    const owner = await logIn(cluster.baseURL, cluster, ONE);
    const ana = await join(cluster, owner, 'ana@people.test');
    const { n1, n2 } = cluster.web;
    const streams = [await listen(n1.baseURL, ana), await listen(n2.baseURL, ana)];
    expect([await poll(n1.baseURL, ana), await poll(n2.baseURL, ana)]).toEqual([200, 200]);
    const { people } = (await call(n1.baseURL, owner, 'GET', 'people')) as {
      people: { id: string; email: string }[];
    };
    const id = people.find(({ email }) => email === 'ana@people.test')?.id;
    await call(n1.baseURL, owner, 'DELETE', 'people', { id });
    expect([await poll(n1.baseURL, ana), await poll(n2.baseURL, ana)]).toEqual([401, 401]);
    // If a stream were checked only with its heartbeat, it would stay open for up to 25 seconds.
    const late = AbortSignal.timeout(10_000);
    const ends = await Promise.all(streams.map(async (ended) => await ended(late)));
    expect(ends).toEqual(['ended', 'ended']);
  });

  it('faxes that were accepted at both are sent once each, whichever worker takes them', async () => {
    const person = await logIn(cluster.baseURL, cluster, ONE);
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => await send(cluster.baseURL, person, OTHER, `letter ${i}`)),
    );
    await expect
      .poll(async () => new Set(await statesOf(cluster, ids)), { interval: 500 })
      .toEqual(new Set(['DELIVERED']));
  });

  it('a worker that is killed leaves its work to the other one', async () => {
    const person = await logIn(cluster.baseURL, cluster, ONE);
    const ids = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, i) => await send(cluster.baseURL, person, OTHER, `late letter ${i}`),
      ),
    );
    await cluster.workers[0].kill();
    await expect
      .poll(async () => new Set(await statesOf(cluster, ids)), { interval: 500 })
      .toEqual(new Set(['DELIVERED']));
  });

  it('a web process that is killed loses no fax that it acknowledged, and the other one takes over, for open sessions too', async () => {
    const person = await logIn(cluster.baseURL, cluster, ONE);
    const acknowledged: string[] = [];
    const sending = Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const id = await trySend(cluster.baseURL, person, `letter before the end ${i}`);
        if (id !== undefined) acknowledged.push(id);
      }),
    );
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(0);
    await cluster.web.n1.kill();
    await sending;
    await expect
      .poll(async () => new Set(await statesOf(cluster, acknowledged)), { interval: 500 })
      .toEqual(new Set(['DELIVERED']));
    await expect.poll(async () => await poll(cluster.baseURL, { ...person, node: 'n1' })).toBe(200);
    const again = await logIn(cluster.baseURL, cluster, ONE);
    expect(await poll(cluster.baseURL, again)).toBe(200);
  });
});
