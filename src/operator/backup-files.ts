import { chmod, copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';

import { createDatabaseCopy } from '#engine/database/copy.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { makeBackup } from '#server/features/operations/backup/backup.service.ts';
import {
  checkBackup,
  readBackupHead,
  restoreBackup,
} from '#server/features/operations/backup/restore.service.ts';
import type { Restored } from '#server/features/operations/backup/restore.service.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';

import type { Installation } from './installation.ts';
import { CommandRefusal } from './refusal.ts';

/** Returns the path of a backup's copy of the master key. */
const keyBeside = (file: string): string => `${file}.key`;

/** The answer of `backup`; `missing` and `damaged` are set only if documents have lost or damaged files. */
export interface BackupAnswer {
  file: string;
  faxes: number;
  bytes: number;
  key?: string;
  missing?: number;
  damaged?: number;
}

/** Makes a backup, with a copy of the master key beside it. Throws BackupRefusal, CommandRefusal. */
export async function backUp(
  { config, database, files, log }: Installation,
  file: string,
  withKey: boolean,
): Promise<BackupAnswer> {
  if (await exists(file)) throw new CommandRefusal(`${file} exists already. Choose another name.`);
  const opened = await database();
  const keys = await openInstallationKeys(opened, config.masterKeyFile);
  const copy = createDatabaseCopy(opened.connection, log);
  const made = await makeBackup({ database: opened, copy, files: await files(), keys }, file);
  if (withKey) await copyKey(config.masterKeyFile, keyBeside(file));
  return {
    file,
    faxes: made.faxes,
    bytes: (await stat(file)).size,
    ...(withKey ? { key: keyBeside(file) } : {}),
    ...(made.missing > 0 ? { missing: made.missing } : {}),
    ...(made.damaged > 0 ? { damaged: made.damaged } : {}),
  };
}

/** Checks a backup; changes nothing. */
export async function verifyBackup({ config }: Installation, file: string): Promise<Restored> {
  await requireFile(file);
  const keyFile = (await exists(config.masterKeyFile)) ? config.masterKeyFile : keyBeside(file);
  return await checkBackup(file, await keysOf(file, keyFile));
}

/** Restores into the empty installation that the environment names. The key beside the backup becomes its key. */
export async function restore(installation: Installation, file: string): Promise<Restored> {
  const { config, databaseAsIs, files, log } = installation;
  await requireFile(file);
  const { documents } = await readBackupHead(file);
  if (documents) await refuseFilledFolder(config.dataDir, config.masterKeyFile);
  const ownKey = await exists(config.masterKeyFile);
  const keys = await keysOf(file, ownKey ? config.masterKeyFile : keyBeside(file));
  // Everything is verified before the folder gets its first file.
  await checkBackup(file, keys);
  if (!ownKey) await copyKey(keyBeside(file), config.masterKeyFile);
  const database = await databaseAsIs();
  const copy = createDatabaseCopy(database.connection, log);
  return await restoreBackup({ database, copy, files: await files(), keys }, file);
}

async function keysOf(file: string, keyFile: string): Promise<Keys> {
  if (!(await exists(keyFile))) {
    throw new CommandRefusal(
      `The master key of this backup is missing: put it at ${keyBeside(file)}, or name it in F2E_MASTER_KEY_FILE.`,
    );
  }
  const { keyFingerprint } = await readBackupHead(file);
  return await openKeys({ file: keyFile, known: keyFingerprint });
}

/** Refuses a data folder with content. Only the key may be there already; anything more is somebody's data. */
async function refuseFilledFolder(dataDir: string, keyFile: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const keyFolder = relative(dataDir, dirname(keyFile));
  const more = found.find((name) => name !== keyFolder && name !== basename(keyFile));
  if (more !== undefined) {
    throw new CommandRefusal(
      `${dataDir} is not empty (it holds ${more}). Name an empty folder in F2E_DATA, or move this one aside.`,
    );
  }
}

async function copyKey(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.part`;
  await copyFile(from, draft);
  await chmod(draft, 0o400);
  await rename(draft, to);
}

async function requireFile(file: string): Promise<void> {
  if (!(await exists(file))) throw new CommandRefusal(`There is no file ${file}.`);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
