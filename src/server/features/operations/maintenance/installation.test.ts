import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { KeyRefusal } from '#engine/secrets/refusal.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { openInstallationKeys } from './installation.service.ts';

async function fingerprint({ pool }: TestDatabase): Promise<unknown> {
  return (await pool.query('select key_fingerprint from installation')).rows;
}

it('[F-ops-04] the key of this database is made once; a missing or wrong one is refused and changes nothing', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'f2e-installation-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'keys/master.key');
  const first = await openInstallationKeys(database, file);
  expect((await openInstallationKeys(database, file)).fingerprint).toBe(first.fingerprint);
  const before = await fingerprint(database);
  await rm(file);
  await expect(openInstallationKeys(database, file)).rejects.toThrow(KeyRefusal);
  await expect(openInstallationKeys(database, file)).rejects.toThrow(`${file} is missing`);
  expect(await readdir(join(folder, 'keys'))).toEqual([]);
  const other = await createTestDatabase();
  await openInstallationKeys(other, file);
  await other.drop();
  await expect(openInstallationKeys(database, file)).rejects.toThrow('is not the one');
  expect(await fingerprint(database)).toEqual(before);
});
