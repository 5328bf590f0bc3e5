import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

import { basicAuth } from '../log-in.ts';
import { startProduct } from '../start-product.ts';
import type { Product } from '../start-product.ts';

const LINES = 10_000;
const OWNER = '2125550150';
/** Moments within the duration of an import, from parsing the lines to the commit. */
const POINTS = [0.1, 0.3, 0.5, 0.7, 0.9];

const csv = Array.from({ length: LINES }, (_, i) => `Person ${i},Acme,${3_105_550_000 + i}`);
let product: Product | undefined;

afterEach(async () => {
  await product?.stop();
  product = undefined;
});

/** Returns the address book of one account, through a browser's calls. */
async function addressBook({ baseURL, password }: Product) {
  const login = await fetch(`${baseURL}/api/auth/login/faxuser.cookie`, {
    method: 'POST',
    headers: { authorization: basicAuth(OWNER, password) },
  });
  expect(login.status).toBe(200);
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  const headers = {
    cookie: cookies.join('; '),
    'x-access-token': token ?? '',
    'content-type': 'application/json',
  };
  return {
    /** Returns how many contacts a search finds; without one, all of them. */
    total: async (search = '') => {
      const query = `length=1&search[value]=${search}`;
      const answer = await fetch(`${baseURL}/api/db/f2e/SSPUserContacts.json?${query}`, { headers });
      return ((await answer.json()) as { recordsFiltered: number }).recordsFiltered;
    },
    import: async (lines: readonly string[], signal?: AbortSignal) =>
      await fetch(`${baseURL}/api/db/f2e/ImportContacts.json`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ doReplace: '0', csv: lines }),
        ...(signal ? { signal } : {}),
      }),
  };
}

/** Returns how long an import takes here; it uses separate numbers. */
async function measure(book: Awaited<ReturnType<typeof addressBook>>): Promise<number> {
  const began = performance.now();
  const answer = await book.import(csv.map((line) => line.replace(',310', ',212')));
  expect(answer.status).toBe(200);
  return performance.now() - began;
}

test('[F-import-01] after a kill -9 in the middle of an import all contacts are there or none, and repeating it doubles nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-import-'));
  try {
    product = await startProduct({ dataDir });
    let book = await addressBook(product);
    const takes = await measure(book);
    const before = await book.total();
    for (const point of POINTS) {
      const lost = book.import(csv).catch(() => null);
      await pause(takes * point);
      await product.kill();
      await lost;
      product = await startProduct({ dataDir });
      book = await addressBook(product);
      expect([before, before + LINES]).toContain(await book.total());
    }
    expect((await book.import(csv)).status).toBe(200);
    expect((await book.import(csv)).status).toBe(200);
    expect(await book.total()).toBe(before + LINES);
  } finally {
    await product?.stop();
    product = undefined;
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('[F-import-02] a browser that goes away in the middle of an import leaves all contacts or none, and the list says which', async () => {
  product = await startProduct();
  const book = await addressBook(product);
  const takes = await measure(book);
  for (const [i, point] of POINTS.entries()) {
    const gone = new AbortController();
    const lines = csv.map((line) => line.replace(',Acme,310', `,Run${i},41${i}`));
    const lost = book.import(lines, gone.signal).catch(() => null);
    await pause(takes * point);
    gone.abort();
    await lost;
    expect([0, LINES]).toContain(await book.total(`run${i}`));
  }
  // As long as the others: anything still in progress has finished by now.
  await measure(book);
  for (const i of POINTS.keys()) expect([0, LINES]).toContain(await book.total(`run${i}`));
});
