import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openDiskStore } from '#engine/file-store/disk.ts';
import { until } from '#test/sending-rig.ts';
import { ownEnvironment, runCommand } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { sendAllTheTime } from './crowd.ts';
import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { addAccount, killEverything, openBeside, startOver } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Each is a fax sent by one account and a fax received by the other. */
const FAXES = 100;

let folder: string;
let product: Product;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-loaded-'));
  product = await startOver(join(folder, 'data'));
  await addAccount(product, A);
  await addAccount(product, B);
});
afterEach(async () => {
  await killEverything(product);
  await rm(folder, { recursive: true, force: true });
});

it('[F-ops-01] a backup while 100 faxes are sent and 100 received comes back consistent: every fax with its pages, each file as its checksum says', async () => {
  const file = join(folder, 'backup.tar');
  const begin = Promise.withResolvers<void>();
  const backup = begin.promise.then(async () => await product.f2e(['backup', file, '--json']));
  const crowd = sendAllTheTime({ at: () => product, from: A, to: B, side: 4, least: FAXES, until: backup });
  const source = await openBeside(join(folder, 'data'));
  // There must be something to back up.
  await until(
    async () => (await source.pool.query('select from document where tiff_key is not null limit 1')).rowCount,
    (count) => count === 1,
  );
  begin.resolve();
  const made = await backup;
  const { promised } = await crowd;
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });
  expect(promised.length).toBeGreaterThanOrEqual(FAXES);
  expect(wrongOnes(await whenDrained(source), promised)).toEqual([]);
  await source.close();

  const restored = join(folder, 'restored');
  const answer = await runCommand(['restore', file, '--json'], '', {
    ...ownEnvironment(),
    F2E_DATA: restored,
  });
  expect({ status: answer.status, stderr: answer.stderr }).toEqual({ status: 0, stderr: '' });
  const { faxes } = JSON.parse(answer.stdout) as { faxes: number };
  expect(faxes).toBe((JSON.parse(made.stdout) as { faxes: number }).faxes);
  const database = await openBeside(restored);
  const { rows } = await database.pool.query<{ tiff_key: string; sha256: string }>(
    `select tiff_key, encode(sha256, 'hex') as sha256 from document where tiff_key is not null and sha256 is not null`,
  );
  const { rows: whole } = await database.pool.query<{ faxes: number; lost: number }>(
    `select count(*)::int as faxes, count(*) filter (where d.id is null)::int as lost
     from fax f left join document d on d.id = f.document_id`,
  );
  await database.close();
  expect(whole).toEqual([{ faxes, lost: 0 }]);
  const files = await openDiskStore(join(restored, 'documents'));
  expect(rows.length).toBeGreaterThan(0);
  for (const { tiff_key, sha256 } of rows) {
    const bytes = await files.get(tiff_key);
    expect(
      createHash('sha256')
        .update(bytes ?? 'nothing')
        .digest('hex'),
    ).toBe(sha256);
  }
});
