import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { addAccount, killEverything, logIn, openBeside, startOver } from './send-product.ts';
import { mountVolume } from './small-volume.ts';
import type { SmallVolume } from './small-volume.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Size of a separate volume, as small as a database can be created in. */
const VOLUME = '400m';
const LOW = 60 * 1024 * 1024;

let volume: SmallVolume;
let product: Product;

beforeEach(async () => {
  volume = await mountVolume(VOLUME);
  product = await startOver(join(volume.folder, 'data'));
  await addAccount(product, A);
  await addAccount(product, B);
});
afterEach(async () => {
  await killEverything(product);
  await volume.remove();
});

/** Writes until the database has no space left for its log. */
async function fillLog(): Promise<string> {
  const beside = await openBeside(join(volume.folder, 'data'));
  try {
    for (;;)
      await beside.pool
        .query(`create table filler as select repeat('x', 500) from generate_series(1, 20000)`)
        .then(async () => await beside.pool.query('drop table filler'));
  } catch (error) {
    return (error as Error).message;
  } finally {
    await beside.close().catch(() => undefined);
  }
}

async function inboxOf(number: string): Promise<number> {
  const { headers } = await logIn(product, number);
  const answer = await fetch(
    `${product.baseURL}/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100`,
    { headers },
  );
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown[] }).data.length;
}

it('[F-db-05] a full disk: sends are refused while there is room for the database, reads go on; without any room nothing is damaged, and it works again without repair', async () => {
  const sender = await logIn(product, A);
  expect((await sender.send(B, 'before', randomUUID())).status).toBe(200);
  const data = join(volume.folder, 'data');
  const beside = await openBeside(data);
  await whenDrained(beside);
  await beside.close();

  await volume.leave(LOW);
  const form = new FormData();
  form.set('destinations', B);
  form.append('userfiles[0]', new Blob(['hello']), 'letter.txt');
  const refused = await fetch(`${product.baseURL}/api/faxui/sendFax`, {
    method: 'POST',
    headers: { ...sender.headers, 'idempotency-key': randomUUID() },
    body: form,
  });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    error: 'STORAGE_FULL',
    message: expect.stringMatching(/out of space/u),
  });
  expect(await inboxOf(B)).toBe(1);

  await volume.leave(0);
  expect(await fillLog()).toMatch(/No space left|terminat|recovery|ECONN|ENOENT/u);
  const during = await sender.send(B, 'without room', randomUUID()).catch(() => ({ status: 0, jobs: [] }));
  expect(during.jobs).toEqual([]);

  await volume.makeRoom();
  await until(
    async () => (await fetch(`${product.baseURL}/readyz`).catch(() => undefined))?.status,
    (status) => status === 200,
  );
  expect((await sender.send(B, 'after', randomUUID())).status).toBe(200);
  const again = await openBeside(data);
  const jobs = await whenDrained(again);
  await again.close();
  expect(jobs).toHaveLength(2);
  expect(wrongOnes(jobs, [])).toEqual([]);
  expect(await inboxOf(B)).toBe(2);
  const doctor = await product.f2e(['doctor', '--json']);
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; ok: boolean }[] };
  const counted = checks.filter(({ name }) =>
    ['database', 'migrations', 'counters', 'master key'].includes(name),
  );
  expect(counted.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  const audit = await product.f2e(['audit', 'verify', '--json']);
  expect(JSON.parse(audit.stdout)).toMatchObject({ ok: true });
});

it('[F-import-04] a disk without room: an import is refused in words and changes nothing, lists go on; one that fills the disk on its way is rolled back', async () => {
  const { headers } = await logIn(product, A);
  const total = async (): Promise<number> => {
    const answer = await fetch(`${product.baseURL}/api/n1/db/f2e/SSPUserContacts.json?length=1`, { headers });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { recordsFiltered: number }).recordsFiltered;
  };
  const notes = 'x'.repeat(40);
  const csv = Array.from({ length: 10_000 }, (_, i) => `Person ${i},${notes},${3_105_550_000 + i}`);
  const importAll = async (): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`${product.baseURL}/api/n1/db/f2e/ImportContacts.json`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ doReplace: '0', csv }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  await volume.leave(LOW);
  expect(await importAll()).toMatchObject({
    status: 503,
    body: { error: 'STORAGE_FULL', message: expect.stringMatching(/Nothing was imported/u) },
  });
  expect(await total()).toBe(0);
  expect(await inboxOf(A)).toBe(0);

  // Enough space for the check, but not for the import: other data fills the disk while it is in progress.
  await volume.makeRoom();
  await volume.leave(LOW * 2);
  const importing = importAll().catch(() => ({ status: 0, body: {} }));
  await volume.leave(0);
  const { status } = await importing;
  await volume.makeRoom();
  await until(
    async () => (await fetch(`${product.baseURL}/readyz`).catch(() => undefined))?.status,
    (seen) => seen === 200,
  );
  expect([200, 503]).toContain(status);
  expect(await total()).toBe(status === 200 ? 10_000 : 0);
  await volume.makeRoom();
  expect((await importAll()).status).toBe(200);
  expect(await total()).toBe(10_000);
});
