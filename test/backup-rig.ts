import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

import { createDatabaseCopy } from '#engine/database/copy.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { makeBackup } from '#server/features/operations/backup/backup.service.ts';
import { restoreBackup } from '#server/features/operations/backup/restore.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount, makeFax } from './factories.ts';
import { createTestDatabase, silentLog } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A company name that COPY must escape in every possible way. */
export const ODD_COMPANY = 'Tab\tand \\. and\nline ü 😀';

/** An installation with ten received faxes and a waiting one, and an empty database to restore into. */
export class BackupRig {
  folder!: string;
  source!: TestDatabase;
  target!: TestDatabase;
  files!: FileStore;
  keys!: Keys;
  account!: AccountId;

  /** Fills the source. */
  async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'f2e-backup-'));
    this.keys = await openKeys({ file: join(this.folder, 'master.key'), known: null });
    this.files = await openDiskStore(join(this.folder, 'source'));
    this.source = await createTestDatabase();
    this.target = await createTestDatabase();
    const { db, pool } = this.source;
    ({ id: this.account } = await makeAccount(db));
    for (let fax = 0; fax < 10; fax += 1) await this.storeFax();
    await makeFax(db, this.account, { company: ODD_COMPANY, action: 'S', outbox: true });
    await pool.query(
      `insert into send_job (account_id, fax_id, to_number, state, next_at)
       select account_id, id, '3105550111', 'WAITING', now() from fax where outbox`,
    );
  }

  /** Removes everything. */
  async close(): Promise<void> {
    await this.source.drop();
    await this.target.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Adds a fax whose pages are in the file store; their content is their key. */
  async storeFax(values: { deleted?: boolean } = {}): Promise<void> {
    const storageKey = `documents/${randomBytes(8).toString('hex')}`;
    await this.files.put(`${storageKey}/fax.tiff`, Buffer.from(storageKey));
    const { rows } = await this.source.pool.query<{ id: number }>(
      `insert into document (account_id, storage_key, source, state, tiff_key, pages)
       values ($1, $2, 'line', 'ready', $2 || '/fax.tiff', 1) returning id`,
      [this.account, storageKey],
    );
    await makeFax(this.source.db, this.account, { documentId: rows[0]!.id, ...values });
  }

  /** Creates a backup in the rig's folder. */
  async back(name: string, files = this.files): Promise<{ path: string; faxes: number; missing: number }> {
    const path = join(this.folder, name);
    const copy = createDatabaseCopy(this.source.connection, silentLog);
    const { faxes, missing } = await makeBackup(
      { database: this.source, copy, files, keys: this.keys },
      path,
    );
    return { path, faxes, missing };
  }

  /** Restores a backup into the target and a new file store. */
  async restore(
    path: string,
    keys = this.keys,
    store?: FileStore,
  ): Promise<{ store: FileStore; heldJobs: number; faxes: number }> {
    const files = store ?? (await this.emptyStore());
    const copy = createDatabaseCopy(this.target.connection, silentLog);
    const found = await restoreBackup({ database: this.target, copy, files, keys }, path);
    return { store: files, ...found };
  }

  /** Creates an empty file store. */
  async emptyStore(): Promise<FileStore> {
    return await openDiskStore(await mkdtemp(join(this.folder, 'target-')));
  }

  /** Returns whether the target is still empty. */
  async targetIsEmpty(): Promise<boolean> {
    return await createDatabaseCopy(this.target.connection, silentLog).isEmpty();
  }
}

/** One rig for all tests of a file; each starts with an empty target. */
export function useBackupRig(): BackupRig {
  const rig = new BackupRig();
  beforeAll(async () => await rig.open());
  beforeEach(async () => {
    await rig.target.pool.query('drop schema public cascade; create schema public');
  });
  afterAll(async () => await rig.close());
  return rig;
}
