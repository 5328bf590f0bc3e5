import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

import { KeyRefusal } from './refusal.ts';

/** AES-256 and HKDF-SHA-256 both want 32 bytes. */
const KEY_BYTES = 32;

/** Enough of a fingerprint to tell an installation's keys apart in file names. */
const FINGERPRINT_LETTERS = 8;

/** Group or others may read it: then it is no secret on this machine. */
const FOREIGN_ACCESS = 0o077;

/** Keys for single purposes; a leak of one says nothing about another. */
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
  /** 32 bytes for one purpose; the same on every start. */
  for(purpose: KeyPurpose): Buffer;
  /** Tells two master keys apart without revealing either; kept in the database. */
  fingerprint: string;
}

/** What openKeys may be told. */
export interface OpenKeysOptions {
  /** Path of the master key (F2E_MASTER_KEY_FILE). */
  file: string;
  /** The fingerprint that the database remembers; null when it has never seen a key, and then one may be made. */
  known: string | null;
}

/**
 * Reads the master key; makes it (32 random bytes, mode 0400) when neither the file nor the database knows one.
 * Throws KeyRefusal, and changes nothing, when the data was written with a key that is not there (F-ops-04), when the
 * file has another size, and when others may read it.
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

/** Where the key waits that is to follow; beside the other one, so that a rename is enough. */
const nextOf = (file: string): string => `${file}.next`;

/**
 * The keys that are to follow those of `file`, made when there are none yet: a change that was killed goes on with the
 * same ones. Nothing uses them before the database remembers their fingerprint.
 */
export async function prepareNextKeys(file: string): Promise<Keys> {
  const next = nextOf(file);
  return deriveKeys((await readKey(next)) ?? (await makeKey(next)));
}

/**
 * Puts the new key in its place once the database remembers it, also after a crash in between; the old one is kept
 * under its fingerprint, because backups made with it need it. Gives back where, or null when there was nothing to do.
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

/** Who may read the master key, for the operator's check; null when it is as it should be. */
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

/** Appears whole and only once, also when two processes start together: the second one takes the first one's key. */
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

/** Data sealed with a key that a power cut takes back would be lost for good. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(async () => {
    await handle.close();
  });
}
