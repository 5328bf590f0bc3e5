import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { readBackupFiles } from '#server/features/operations/backup/restore.service.ts';
import {
  checkDocuments,
  findingOf,
  recoverUnknown,
} from '#server/features/operations/backup/store-repair/store-repair.service.ts';
import type {
  StoreCheck,
  WantedFile,
} from '#server/features/operations/backup/store-repair/store-repair.service.ts';
import { noteFaults, sha256Of } from '#server/features/faxes/files/stored-faxes.service.ts';

import type { Installation } from './installation.ts';

/** How the store is checked. */
interface CheckOptions {
  dryRun: boolean;
  /** A backup from which damaged and missing files are taken. */
  from: string | null;
}

/** Checks every stored file, repairs what can be repaired, and returns what remains. */
export async function checkStore(
  installation: Installation,
  { dryRun, from }: CheckOptions,
): Promise<StoreCheck & { repaired: number }> {
  const database = await installation.database();
  const deps = { database, files: await installation.files() };
  const { recovered, findings } = await recoverUnknown(deps, dryRun);
  const seen = { documents: 0, bytes: 0 };
  const wanted = new Map<string, WantedFile>();
  for await (const fault of checkDocuments(deps, seen)) wanted.set(fault.key, fault);
  const repaired = from === null ? 0 : await takeFrom(installation, from, wanted, dryRun);
  return { ...seen, recovered, repaired, findings: [...findings, ...[...wanted.values()].map(findingOf)] };
}

/** Restores files from the backup, each only if it matches the hash in the database; removes them from `wanted`. */
async function takeFrom(
  { config, database, files }: Installation,
  backup: string,
  wanted: Map<string, WantedFile>,
  dryRun: boolean,
): Promise<number> {
  const keys = await openInstallationKeys(await database(), config.masterKeyFile);
  const store = await files();
  let repaired = 0;
  for await (const { key, bytes } of readBackupFiles(backup, keys)) {
    const file = wanted.get(key);
    // Without a hash nobody knows whether the copy is better than the stored file.
    if (!file || file.sha256 === null || sha256Of(bytes) !== file.sha256) continue;
    wanted.delete(key);
    repaired += 1;
    if (dryRun) continue;
    await store.put(key, bytes);
    const left = [...wanted.values()].filter(({ document }) => document.id === file.document.id);
    await noteFaults((await database()).db, file.document.id, left);
  }
  return repaired;
}
