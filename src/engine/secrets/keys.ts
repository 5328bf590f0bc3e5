import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

import { KeyRefusal } from './refusal.ts';

/** AES-256 and HKDF-SHA-256 both use 32 bytes. */
const KEY_BYTES = 32;

/** Characters of a fingerprint in file names, enough to tell an installation's keys apart. */
const FINGERPRINT_LETTERS = 8;

/** Permission bits of group and others: with any of them set, the file is not secret on this machine. */
const FOREIGN_ACCESS = 0o077;

/** The purpose of a derived key; a leak of one key reveals nothing about another. */
export type KeyPurpose =
  | 'access-token'
  | 'line-config'
  | 'storage-login'
  | 'audit-chain'
  | 'backup'
  | 'mail-payload'
  | 'mail-bounce'
  | 'mail-signing'
  | 'second-step'
  | 'identity-provider'
  | 'webhook-secret'
  | 'api-answer';

/** The installation's keys, all derived from the one master key. */
export interface Keys {
  /** Returns 32 bytes for one purpose; the same on every start. */
  for(purpose: KeyPurpose): Buffer;
  /** Distinguishes master keys without revealing them; stored in the database. */
  fingerprint: string;
}

/** Options of `openKeys`. */
export interface OpenKeysOptions {
  /** Path of the master key (F2E_MASTER_KEY_FILE). */
  file: string;
  /** The fingerprint stored in the database; null if it has never seen a key, in which case one may be created. */
  known: string | null;
}

/**
 * Reads the master key; creates it (32 random bytes, mode 0400) if neither the file nor the database has one.
 * Throws KeyRefusal, without changing anything, if the key that the data was written with is missing (F-ops-04), if the
 * file has the wrong size, or if others may read it.
 */
export async function openKeys({ file, known }: OpenKeysOptions): Promise<Keys> {
  if (known !== null) await finishChange(file, known);
  const found = await readKey(file);
  if (found === null && known !== null) {
    throw new KeyRefusal(
      `The master key ${file} is missing, but the database was filled with one. ` +
        'Put the key file back (it is part of no backup unless you added it); nothing was changed.',
    );
  }
  const keys = deriveKeys(found ?? (await makeKey(file)));
  if (known !== null && !timingSafeEqual(Buffer.from(keys.fingerprint), Buffer.from(known))) {
    throw new KeyRefusal(
      `The master key ${file} is not the one that this database was filled with. ` +
        'Put the right key file back, or name it in F2E_MASTER_KEY_FILE; nothing was changed.',
    );
  }
  return keys;
}

/** The file of the next key; it is in the same folder, so that a rename is enough. */
const nextOf = (file: string): string => `${file}.next`;

/**
 * Returns the keys that will replace those of `file`, creating them if there are none yet: an interrupted change
 * resumes with the same ones. Nothing uses them before the database has stored their fingerprint.
 */
export async function prepareNextKeys(file: string): Promise<Keys> {
  const next = nextOf(file);
  return deriveKeys((await readKey(next)) ?? (await makeKey(next)));
}

/**
 * Puts the new key in place once the database has stored its fingerprint, also after a crash in between. The old key is
 * kept under its fingerprint, because backups made with it need it. Returns the path of the old key, or null if there
 * was nothing to do.
 */
export async function finishChange(file: string, known: string): Promise<string | null> {
  const next = await readKey(nextOf(file));
  if (next === null || deriveKeys(next).fingerprint !== known) return null;
  const before = await readKey(file);
  const kept = before && `${file}.${deriveKeys(before).fingerprint.slice(0, FINGERPRINT_LETTERS)}`;
  if (kept !== null) await rename(file, kept);
  await rename(nextOf(file), file);
  await syncFolder(dirname(file));
  return kept;
}

/** Checks the master key file for the operator; returns the problem, or null if there is none. */
export async function keyFileFault(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return `The master key ${file} is missing.`;
  if (found.size !== KEY_BYTES)
    return `The master key ${file} has ${found.size} bytes instead of ${KEY_BYTES}.`;
  if ((found.mode & FOREIGN_ACCESS) !== 0)
    return `Other users of this machine may read the master key ${file}.`;
  return null;
}

function deriveKeys(master: Buffer): Keys {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', master, '', `f2e/${purpose}`, KEY_BYTES));
  return {
    for: derive,
    fingerprint: createHmac('sha256', derive('fingerprint')).update('f2e').digest('hex'),
  };
}

async function readKey(file: string): Promise<Buffer | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new KeyRefusal(`The master key ${file} cannot be read: ${error.message}.`);
  });
  if (found === null) return null;
  const fault = await keyFileFault(file);
  if (fault !== null) {
    throw new KeyRefusal(
      `${fault} Put the right file there, owned by the user who runs f2e, with mode 0400.`,
    );
  }
  return await readFile(file);
}

/** Creates the key file atomically, also if two processes start together: the second one uses the first one's key. */
async function makeKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o400);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return await readFile(file);
}

/** Syncs the folder: data sealed with a key that a power failure removes would be lost for good. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(async () => {
    await handle.close();
  });
}
