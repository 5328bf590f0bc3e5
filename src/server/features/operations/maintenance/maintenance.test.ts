import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { firstValue } from '#test/first-value.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { maintenanceJobs } from './maintenance.jobs.ts';
import { createMaintenance } from './maintenance.service.ts';
import type { Maintenance } from './maintenance.service.ts';

const never = new AbortController().signal;
let database: TestDatabase;
let folder: string;
let store: FileStore;
let maintenance: Maintenance;
let account: number;

const one = firstValue(() => database);

/** Moves a time in the database back by `interval`, as if that much time had passed. */
async function backdate(table: string, column: string, interval: string): Promise<void> {
  await database.pool.query(`update ${table} set ${column} = ${column} - interval '${interval}'`);
}

async function addDocument(name: string): Promise<number> {
  await store.put(`documents/${name}/fax.tiff`, Buffer.from('pages'));
  await store.put(`documents/${name}/original`, Buffer.from('upload'));
  return await one(
    `insert into document (account_id, storage_key, source, state) values ($1, $2, 'upload', 'ready') returning id`,
    [account, `documents/${name}`],
  );
}

async function addFax(document: number, deleted: string | null): Promise<number> {
  const party = await one(
    `insert into fax_party (account_id, number, company, sender, to_person) values ($1, '', '', '', '')
     on conflict (account_id, number, company, sender, to_person) do update set company = '' returning id`,
    [account],
  );
  return await one(
    `insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, deleted_at)
     values ($1, $2, $3, 'S', $4, '', '', now() - $5::interval) returning id`,
    [account, document, randomBytes(12).toString('hex'), party, deleted],
  );
}

async function addJob(fax: number, state: string): Promise<void> {
  await database.pool.query(
    `insert into send_job (account_id, fax_id, to_number, state, finished_at)
     values ($1, $2, '2125550199', $3::text, case when $3 = 'DELIVERED' then now() end)`,
    [account, fax, state],
  );
}

async function faxes(): Promise<number[]> {
  return (await database.pool.query<{ id: number }>('select id from fax order by id')).rows.map(
    ({ id }) => id,
  );
}

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('documents/')) keys.push(key);
  return keys.toSorted();
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-maintenance-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await database.pool.query(
    'truncate brand, audit, orphan_sighting, removed_document, clean_up, login_failure restart identity cascade',
  );
  await rm(join(folder, 'documents'), { recursive: true, force: true });
  store = await openFileStore('file:', folder);
  maintenance = createMaintenance({
    database,
    store,
    log: pino({ level: 'silent' }),
    keepDays: readConfig({}).keepDays,
  });
  const brand = await one(`insert into brand (name, is_default) values ('Test', true) returning id`);
  account = await one(
    `insert into account (brand_id, admin_email, state) values ($1, 'a@example.com', 'active') returning id`,
    [brand],
  );
});

describe('faxes deleted 30 days ago', () => {
  it('go for good with their jobs and files, after a second look most of a day later', async () => {
    const [old, young, kept] = [
      await addDocument('old'),
      await addDocument('young'),
      await addDocument('kept'),
    ];
    const gone = await addFax(old, '31 days');
    await addJob(gone, 'DELIVERED');
    const stays = [await addFax(young, '29 days'), await addFax(kept, null)];
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(0);
    expect(await faxes()).toEqual([gone, ...stays]);
    await backdate('purge_sighting', 'seen_at', '19 hours');
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(0);
    await backdate('purge_sighting', 'seen_at', '2 hours');
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(1);
    expect(await faxes()).toEqual(stays);
    expect(await files()).toEqual([
      'documents/kept/fax.tiff',
      'documents/kept/original',
      'documents/young/fax.tiff',
      'documents/young/original',
    ]);
    expect(await one('select count(*) from document')).toBe(2);
    expect(await one('select detail from audit where action = $1', ['fax.purge'])).toEqual({
      faxIds: [gone],
    });
  });

  it('leave a document alone that another fax uses', async () => {
    const shared = await addDocument('shared');
    await addFax(shared, '31 days');
    const other = await addFax(shared, null);
    await maintenance.purgeDeletedFaxes(never);
    await backdate('purge_sighting', 'seen_at', '1 day');
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(1);
    expect(await faxes()).toEqual([other]);
    expect(await files()).toHaveLength(2);
  });

  it('stay while a job of theirs is unfinished', async () => {
    const fax = await addFax(await addDocument('busy'), '31 days');
    await addJob(fax, 'WAITING');
    await maintenance.purgeDeletedFaxes(never);
    await backdate('purge_sighting', 'seen_at', '1 day');
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(0);
    expect(await faxes()).toEqual([fax]);
  });

  it('survive a clock that jumped forward and came back', async () => {
    const fax = await addFax(await addDocument('jump'), '1 day');
    // The clock is 40 days ahead: the fax appears 41 days old and is recorded.
    await backdate('fax', 'deleted_at', '40 days');
    await maintenance.purgeDeletedFaxes(never);
    // The clock is correct again: the record has a future time, and the fax is not due.
    await backdate('fax', 'deleted_at', '-40 days');
    await backdate('purge_sighting', 'seen_at', '-40 days');
    expect(await maintenance.purgeDeletedFaxes(never)).toBe(0);
    expect(await one('select count(*) from purge_sighting')).toBe(0);
    expect(await faxes()).toEqual([fax]);
  });
});

describe('files without a document', () => {
  it('stay where they have a description, or are from before there were any', async () => {
    await store.put('documents/old/fax.tiff', Buffer.from('x'));
    await store.put('documents/d-whole/fax.tiff', Buffer.from('x'));
    await store.put('documents/d-whole/manifest.json', Buffer.from('{}'));
    for (let night = 0; night < 3; night += 1) {
      expect(await maintenance.collectOrphanFiles(never)).toBe(0);
      await backdate('orphan_sighting', 'seen_at', '2 days');
    }
    expect(await files()).toHaveLength(3);
    for (const key of await files()) await store.delete(key);
  });

  it('are collected where a deleted document left them, also when a page is stored after its deletion', async () => {
    const document = await addDocument('gone');
    await database.pool.query('delete from document where id = $1', [document]);
    await maintenance.collectOrphanFiles(never);
    expect(await files()).toEqual([]);
    await store.put('documents/gone/views/1.gif', Buffer.from('x'));
    for (const column of ['removed_at', 'due_at']) await backdate('removed_document', column, '3 days');
    await maintenance.collectOrphanFiles(never);
    expect(await files()).toEqual([]);
    expect(await one('select count(*) from removed_document')).toBe(0);
  });

  it('are collected a day after they were first seen, with everything below their name', async () => {
    await addDocument('owned');
    await store.put('documents/d-lost/fax.tiff', Buffer.from('x'));
    await store.put('documents/d-lost/prev/1.gif', Buffer.from('x'));
    await store.put('brands/1/logo.png', Buffer.from('x'));
    expect(await maintenance.collectOrphanFiles(never)).toBe(0);
    await backdate('orphan_sighting', 'seen_at', '23 hours');
    expect(await maintenance.collectOrphanFiles(never)).toBe(0);
    await backdate('orphan_sighting', 'seen_at', '2 hours');
    expect(await maintenance.collectOrphanFiles(never)).toBe(1);
    expect(await files()).toEqual(['documents/owned/fax.tiff', 'documents/owned/original']);
    expect(await store.get('brands/1/logo.png')).not.toBeNull();
    expect(await one('select count(*) from orphan_sighting')).toBe(0);
  });

  it('are left alone when their document appears in time', async () => {
    await store.put('documents/late/fax.tiff', Buffer.from('x'));
    await maintenance.collectOrphanFiles(never);
    await addDocument('late');
    await backdate('orphan_sighting', 'seen_at', '2 days');
    expect(await maintenance.collectOrphanFiles(never)).toBe(0);
    expect(await files()).toHaveLength(2);
    expect(await one('select count(*) from orphan_sighting')).toBe(0);
  });

  it('are found among many', async () => {
    await addDocument('owned');
    const lost = new Set(Array.from({ length: 1_200 }, (_, index) => `documents/d-lost${index}/x`));
    const crowded: FileStore = {
      ...store,
      list: async function* listMemory(prefix) {
        yield* [...lost, 'documents/owned/fax.tiff'].filter((key) => key.startsWith(prefix));
      },
      delete: async (key) => void lost.delete(key),
    };
    const crowd = createMaintenance({
      database,
      store: crowded,
      log: pino({ level: 'silent' }),
      keepDays: readConfig({}).keepDays,
    });
    await crowd.collectOrphanFiles(never);
    await backdate('orphan_sighting', 'seen_at', '2 days');
    expect(await crowd.collectOrphanFiles(never)).toBe(1_200);
    expect(lost.size).toBe(0);
  });
});

it('every clean-up job is daily, those of traces and of removed files hourly, and none runs twice at a time', () => {
  for (const { name, cron, onlyOne } of maintenanceJobs(maintenance)) {
    const hourly = name === 'erase-traces' || name === 'remove-files';
    expect(cron).toMatch(hourly ? /^\d+ \* \* \* \*$/u : /^\d+ \d+ \* \* \*$/u);
    expect(onlyOne).toBe(true);
  }
});
