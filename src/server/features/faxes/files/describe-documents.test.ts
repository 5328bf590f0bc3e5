import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { makeAccount } from '#test/factories.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { describeDocuments } from './stored-faxes.service.ts';

let database: TestDatabase;
let folder: string;
let files: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-describe-'));
  files = await openFileStore('file:', folder);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('documents without a description are found among thousands that have one without reading those', async () => {
  const { id } = await makeAccount(database.db);
  await database.pool.query(
    `insert into document (account_id, storage_key, source, state, described_at)
     select $1, 'documents/d-' || n, 'line', 'ready', case when n % 2000 <> 0 then now() end
     from generate_series(1, 6000) n`,
    [id],
  );
  await database.pool.query('analyze document');
  const never = new AbortController().signal;
  let written = 0;
  const statements = await statementsOf(
    async () => (written = await describeDocuments({ database, files }, never)),
  );
  expect(written).toBe(3);
  expect(await files.get('documents/d-4000/manifest.json')).not.toBeNull();
  expect(statements.length).toBeLessThan(5);
  for (const statement of statements.filter(({ text }) => /^\s*select/u.test(text)))
    expect(await mostRowsRead(database.pool, statement)).toBeLessThan(10);
  expect(await describeDocuments({ database, files }, never)).toBe(0);
});
