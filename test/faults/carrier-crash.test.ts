import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';
import type { FakeNotice } from '#test/telnyx/fake-fax.ts';

import { addAccount, killEverything, openBeside, startOver } from './send-product.ts';

const NUMBER = '2125550300';

let carrier: FakeTelnyx;
let dataDir: string;
let product: Product;

async function start(fault = ''): Promise<void> {
  product = await startOver(dataDir, { F2E_ALLOW_PRIVATE_HOSTS: '1', F2E_FAULT: fault });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-carrier-'));
  carrier = await new FakeTelnyx().start();
  await start();
  await addAccount(product, NUMBER);
  const { apiBase, connection, webhookKey, apiKey } = carrier.config;
  const line = ['line', 'add', '--kind', 'telnyx', '--name', 'carrier', '--pattern', '+1*'];
  const options = ['--api-base', apiBase, '--connection', connection, '--webhook-key', webhookKey];
  const added = await product.f2e([...line, ...options, '--api-key-stdin', '--json'], `${apiKey}\n`);
  if (added.status !== 0) throw new Error(`the line was not added: ${added.stderr}`);
});
afterAll(async () => {
  await killEverything(product);
  await carrier.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the status of the response; 0 if the server died before responding. */
async function post({ headers, body }: FakeNotice): Promise<number> {
  const url = `${product.baseURL}/api/lines/carrier/telnyx`;
  return await fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}

it('[F-recv-09] the server dies before the commit, and again right after its 200: the carrier repeats what it has no 200 for, one fax is there', async () => {
  const notice = carrier.receive('+13105550111', `+1${NUMBER}`, Buffer.from(faxPages(1)), { type: '' });
  await killEverything(product);
  await start('before_notice_commit');
  expect(await post(notice)).toBe(0);
  await killEverything(product);
  await start();
  expect(await post(notice)).toBe(200);
  await killEverything(product);
  await start();
  const beside = await openBeside(dataDir);
  const inbox = async () =>
    (await beside.pool.query("select state from line_arrival a, fax f where f.action = 'R'")).rows as {
      state: string;
    }[];
  await until(inbox, (rows) => rows.some(({ state }) => state === 'taken'));
  expect(await post(notice)).toBe(200);
  expect(await inbox()).toEqual([{ state: 'taken' }]);
  await beside.close();
});
