import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { checkClock } from './doctor-database.ts';
import { checkCertificate, checkDocuments } from './doctor-places.ts';
import type { Installation } from './installation.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-places-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Moves the clock forward by days; the caller restores the real clock. */
function after(days: number): void {
  vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ['Date'] });
}

/** Returns the parts of an installation that the checks need. */
async function installation(config: object): Promise<Installation> {
  const files = await openDiskStore(join(folder, 'documents'));
  return {
    config: { dataDir: folder, blobs: 'file:', mailListen: { host: '127.0.0.1', port: 25 }, ...config },
    database: async () => database as Database,
    files: async () => files,
  } as unknown as Installation;
}

it('an empty folder in the place of the documents is found, though it can be written to', async () => {
  const here = await installation({});
  const { id } = await makeAccount(database.db);
  await makeFax(database.db, id, {});
  await database.pool.query(`update document set state = 'ready', tiff_key = storage_key || '/fax.tiff'`);
  const { rows } = await database.pool.query<{ key: string }>('select tiff_key as key from document');
  expect(await checkDocuments(here)).toMatchObject({
    ok: false,
    message: `Pages of ${rows.length} of ${rows.length} faxes are not in ${folder}/documents.`,
  });
  for (const { key } of rows) await (await here.files()).put(key, Buffer.from('pages'));
  expect(await checkDocuments(here)).toMatchObject({ ok: true });
});

it('a clock that was set back is told by rows that are from the future', async () => {
  const here = await installation({});
  await database.pool.query(`insert into audit (actor_kind, action) values ('system', 'test')`);
  expect(await checkClock(here)).toMatchObject({ ok: true });
  await database.pool.query(`update audit set at = now() + interval '10 minutes'`);
  const found = await checkClock(here);
  expect(found).toMatchObject({ ok: false, remedy: expect.stringContaining('NTP') });
  expect(found.message).toMatch(/from 10 minutes in the future\.$/u);
});

it('a certificate that ends soon or has ended is named with its file and its day', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=fax.example.com', '-days', '30'];
  execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const here = await installation({ mailTls: { cert, key } });
  expect(await checkCertificate(here)).toMatchObject({ ok: true });
  onTestFinished(() => void vi.useRealTimers());
  after(20);
  expect(await checkCertificate(here)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/ends on \d{4}-\d\d-\d\d\.$/u),
    remedy: expect.stringContaining(cert),
  });
  after(20);
  expect(await checkCertificate(here)).toMatchObject({
    ok: false,
    message: expect.stringContaining('ended on'),
  });
  expect(await checkCertificate(await installation({ mailTls: null }))).toMatchObject({ ok: true });
});
