import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';

import { migrate } from '#engine/database/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { ODD_COMPANY, useBackupRig } from '#test/backup-rig.ts';
import { makeFax } from '#test/factories.ts';

import { checkBackup } from './restore.service.ts';

const log = pino({ level: 'silent' });
const rig = useBackupRig();

it('a backup made while faxes come and go holds one moment, with every file that belongs to it', async () => {
  for (let fax = 0; fax < 5; fax += 1) await rig.storeFax({ deleted: true });
  await rig.source.pool
    .query(`update fax set deleted_at = now() - interval '60 days' where deleted_at is not null;
    insert into purge_sighting (account_id, fax_id, seen_at)
      select account_id, id, now() - interval '2 days' from fax where deleted_at is not null`);
  const stop = new AbortController();
  const traffic = (async () => {
    const maintenance = createMaintenance({
      database: rig.source,
      store: rig.files,
      log,
      keepDays: readConfig({}).keepDays,
    });
    while (!stop.signal.aborted) {
      await rig.storeFax();
      await maintenance.purgeDeletedFaxes(AbortSignal.timeout(10_000));
    }
  })();
  const made = await rig.back('traffic.tar').finally(() => {
    stop.abort();
  });
  await traffic;
  expect(made.missing).toBe(0);
  const { store, faxes } = await rig.restore(made.path);
  expect(faxes).toBe(made.faxes);
  const { rows } = await rig.target.pool.query<{ storage_key: string; tiff_key: string }>(
    'select storage_key, tiff_key from document where tiff_key is not null',
  );
  expect(rows.length).toBeGreaterThanOrEqual(10);
  for (const { storage_key, tiff_key } of rows)
    expect(Buffer.from((await store.get(tiff_key)) ?? []).toString()).toBe(storage_key);
});

it('a document that has lost its pages is counted, and the others are kept', async () => {
  await rig.source.pool.query(
    `insert into document (account_id, storage_key, source, state, tiff_key)
     values ($1, 'documents/lost', 'line', 'ready', 'documents/lost/fax.tiff')`,
    [rig.account],
  );
  expect((await rig.back('lost.tar')).missing).toBe(1);
  await rig.source.pool.query(`delete from document where storage_key = 'documents/lost'`);
});

it('[F-ops-03] what waited to be sent waits for a person, nobody is logged in, the rest is as it was', async () => {
  await writeAudit(rig.source.db, { actor: { kind: 'system' }, action: 'test' });
  const chain = openAuditChain(rig.source, rig.keys.for('audit-chain'));
  await chain.seal();
  const { path } = await rig.back('plain.tar');
  expect(await checkBackup(path, rig.keys)).toMatchObject({ heldJobs: 1 });
  const { heldJobs } = await rig.restore(path);
  expect(heldJobs).toBe(1);
  const { rows: jobs } = await rig.target.pool.query('select state, last_error from send_job');
  expect(jobs).toEqual([{ state: 'UNCERTAIN', last_error: 'HELD_AFTER_RESTORE' }]);
  const { rows: shown } = await rig.target.pool.query(
    'select outbox, status, company, uncertain_pages from fax where uncertain_pages is not null',
  );
  expect(shown).toEqual([{ outbox: false, status: 'FAILED', company: ODD_COMPANY, uncertain_pages: 0 }]);
  for (const table of ['account', 'document', 'timezone', 'brand', 'contact']) {
    const query = `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`;
    expect((await rig.target.pool.query(query)).rows).toEqual((await rig.source.pool.query(query)).rows);
  }
  expect(await openAuditChain(rig.target, rig.keys.for('audit-chain')).verify()).toMatchObject({ ok: true });
  // Sequences continue where they were: a new fax gets an unused number.
  await makeFax(rig.target.db, rig.account);
});

it('a backup that cannot be finished leaves nothing behind', async () => {
  const broken = { ...rig.files, get: async () => await Promise.reject(new Error('disk gone')) };
  await expect(rig.back('broken.tar', broken)).rejects.toThrow('disk gone');
  expect((await readdir(rig.folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
});

it.each([
  ['nowhere/x.tar', 'there is no such folder'],
  ['master.key/x.tar', 'there is no such folder'],
])('a backup to %s is refused in a sentence, and is none that was begun', async (name, reason) => {
  await rig.source.pool.query(`delete from audit where action = 'installation.backup'`);
  const refusal = `The backup cannot be written to ${join(rig.folder, name)}: ${reason}.`;
  await expect(rig.back(name)).rejects.toThrow(refusal);
  const { rows } = await rig.source.pool.query(`select from audit where action = 'installation.backup'`);
  expect(rows).toEqual([]);
});

it('a disk that becomes full ends a backup with a sentence', async () => {
  await symlink('/dev/full', join(rig.folder, 'full.tar.part'));
  await expect(rig.back('full.tar')).rejects.toThrow(
    `The backup cannot be written to ${join(rig.folder, 'full.tar')}: no room is left there.`,
  );
  expect((await readdir(rig.folder)).filter((name) => name.startsWith('full'))).toEqual([]);
});

it('an interrupted restore sends nothing: all is held before the first file, and no start goes on from there', async () => {
  const { path } = await rig.back('interrupted.tar');
  const full = { ...(await rig.emptyStore()), put: async () => await Promise.reject(new Error('disk full')) };
  await expect(rig.restore(path, rig.keys, full)).rejects.toThrow('disk full');
  const { rows: jobs } = await rig.target.pool.query('select state from send_job');
  expect(jobs).toEqual([{ state: 'UNCERTAIN' }]);
  const start = async () => await migrate({ connection: rig.target.connection, log });
  await expect(start()).rejects.toThrow('A restore into this database was not completed');
  await rig.target.pool.query('drop schema public cascade; create schema public');
  await rig.restore(path);
  expect(await start()).toEqual({ applied: [] });
});
