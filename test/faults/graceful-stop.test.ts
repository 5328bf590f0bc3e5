import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { namesBelow } from '#test/live-folder.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { clearAway, openBeside, startForTwo, startOver } from './send-product.ts';
import type { Sender } from './send-product.ts';

const [A, B] = ['2125550320', '2125550321'];
/** A document whose conversion takes some seconds. */
const LONG = Array.from({ length: 3_000 }, (_, i) => `Line ${i} of a long letter.`).join('\n');

let dataDir: string;
let product: Product;
let sender: Sender;

beforeAll(async () => {
  ({ dataDir, product, sender } = await startForTwo([A, B]));
});
afterAll(async () => await clearAway(product));

/** Uploads a fax except for its last bytes; the returned function sends these and returns the jobs. */
async function halfUpload(): Promise<() => Promise<number[]>> {
  const form = new FormData();
  form.set('destinations', B);
  form.append('userfiles[0]', new Blob(['A letter that takes its time.']), 'letter.txt');
  const whole = new Response(form);
  const body = Buffer.from(await whole.arrayBuffer());
  const headers = { ...sender.headers, 'content-type': whole.headers.get('content-type') ?? '' };
  const uploading: ClientRequest = request(`${product.baseURL}/api/faxui/sendFax`, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length, 'idempotency-key': randomUUID() },
  });
  const half = Math.floor(body.length * 0.9);
  uploading.write(body.subarray(0, half));
  await until(
    async () => await namesBelow(join(dataDir, 'uploads')),
    (names) => names.some((name) => name.includes('/')),
  );
  return async () => {
    uploading.end(body.subarray(half));
    const [answer] = (await once(uploading, 'response')) as [IncomingMessage];
    const text = (await answer.toArray()).join('');
    expect(answer.statusCode).toBe(200);
    const { data } = JSON.parse(text) as { data: { jobs: { jobid: string }[] } };
    return data.jobs.map(({ jobid }) => Number(jobid));
  };
}

/** Opens the event stream of a browser. */
async function openStream(): Promise<void> {
  const answer = await fetch(`${product.baseURL}/api/faxui/events`, { headers: sender.headers });
  expect(answer.status).toBe(200);
}

/** Sends one fax, and repeats it with its key until there is a response. */
async function sendUntilAnswered(letter: number): Promise<number[]> {
  const key = randomUUID();
  for (;;) {
    const sent = await sender.sendTo(product, B, `letter ${letter}`, key).catch(() => undefined);
    if (sent?.status === 200) return sent.jobs;
    await pause(100);
  }
}

it('[F-send-22] a restart under load: the upload that is under way is answered, the work that was begun goes on afterwards, nothing is lost or doubled', async () => {
  const promised: number[] = [];
  for (let letter = 0; letter < 4; letter += 1)
    promised.push(...(await sender.send(B, LONG, randomUUID())).jobs);
  await openStream();
  const finish = await halfUpload();
  const enough = new AbortController();
  const others = [1, 2].map(async (other) => {
    for (let letter = 0; !enough.signal.aborted; letter += 1)
      promised.push(...(await sendUntilAnswered(other * 1_000 + letter)));
  });
  const stopped = product.stop();
  // New requests are rejected now.
  await until(
    async () => (await fetch(`${product.baseURL}/healthz`).catch(() => undefined))?.status,
    (status) => status !== 200,
  );
  promised.push(...(await finish()));
  await stopped;
  product = await startOver(dataDir);
  enough.abort();
  await Promise.all(others);
  const database = await openBeside(dataDir);
  const jobs = await whenDrained(database);
  await database.close();
  expect(wrongOnes(jobs, promised)).toEqual([]);
  expect(jobs).toHaveLength(promised.length);
});
