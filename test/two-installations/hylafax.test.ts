import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { addAccount, logIn, openBeside, startOver } from '#test/faults/send-product.ts';
import { jobWithFax, receivedFaxes } from '#test/fax-rig/fax-rows.ts';
import type { HylafaxServer } from '#test/fax-rig/hylafax-server.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

/** An installation with its own fax server and one account. */
interface Site {
  product: Product;
  database: Database;
  number: string;
}

let rig: FaxRig;
let east: Site;
let west: Site;

beforeAll(async () => {
  rig = await startFaxRig({ modems: 2 });
  [east, west] = await Promise.all([startSite(rig.ours, '2125550401'), startSite(rig.world, '3105550401')]);
}, 120_000);
afterAll(async () => {
  for (const site of [east, west]) {
    await site?.database.close();
    await site?.product.stop();
    if (site) await rm(site.product.dataDir, { recursive: true, force: true });
  }
  await rig?.stop();
}, 60_000);

async function startSite(server: HylafaxServer, number: string): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-site-'));
  const product = await startOver(dataDir);
  const line = ['line', 'add', '--kind', 'hylafax', '--name', 'fax1', '--url', server.url()];
  const { status, stderr } = await product.f2e(line);
  if (status !== 0) throw new Error(stderr);
  await addAccount(product, number);
  return { product, number, database: await openBeside(dataDir) };
}

/** Sends a letter of two pages; returns the ended job. */
async function sendTo(from: Site, to: Site) {
  const sender = await logIn(from.product, from.number);
  const letter = Array.from({ length: 100 }, (_, line) => `Line ${line} from ${from.number}.`).join('\n');
  const { jobs } = await sender.send(to.number, letter, randomUUID());
  return await until(
    async () => await jobWithFax(from.database, jobs[0] ?? 0),
    ({ state }) => state === 'DELIVERED' || state === 'FAILED',
  );
}

it('two installations fax each other at the same time, over their fax servers and the telephone', async () => {
  const jobs = await Promise.all([sendTo(east, west), sendTo(west, east)]);
  for (const [job, there] of [
    [jobs[0], west],
    [jobs[1], east],
  ] as const) {
    // A site that dials while being called may have to dial again, but nobody gets a fax twice.
    expect(job).toMatchObject({ state: 'DELIVERED', pages: 2, confirmed_pages: 2 });
    const faxes = await until(
      async () => await receivedFaxes(there.database),
      (all) => all.length > 0,
    );
    expect(faxes).toMatchObject([{ called_number: there.number, pages: 2, status: 'OK', action: 'R' }]);
  }
});
