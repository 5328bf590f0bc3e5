import { mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The backups that the product makes by itself: of the tables before an upgrade, of everything every night. */
export type KeptKind = 'before-upgrade' | 'nightly';

const STAMP = String.raw`\d{8}T\d{9}Z`;

/** A backup writes continuously: an unfinished one that was not written to for this long was killed. */
const DEAD_MS = 86_400_000;

/**
 * Returns a new path in the folder, which is created if missing; names sort by time. Removes what killed backups of
 * this kind left there: each may be as large as a complete one.
 */
export async function nameBackup(folder: string, kind: KeptKind, now = new Date()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const draft of await listOurs(folder, kind, '.tar.part')) {
    const written = await stat(draft).catch(() => null); // Null: moved or removed since the folder was read.
    if (written && now.getTime() - written.mtimeMs > DEAD_MS) await rm(draft, { force: true });
  }
  const stamp = now.toISOString().replaceAll(/[-:.]/gu, '');
  return join(folder, `${kind}-${stamp}.tar`);
}

/** Lists the finished backups of a kind, oldest first; empty if the folder does not exist. */
export async function listKept(folder: string, kind: KeptKind): Promise<string[]> {
  return await listOurs(folder, kind, '.tar');
}

async function listOurs(folder: string, kind: KeptKind, end: '.tar' | '.tar.part'): Promise<string[]> {
  const ours = new RegExp(`^${kind}-${STAMP}${end.replaceAll('.', '\\.')}$`, 'u');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => ours.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Removes all backups except the newest; only files that this module has named. */
export async function keepNewest(folder: string, kind: KeptKind, keep: number): Promise<void> {
  const all = await listKept(folder, kind);
  for (const old of all.slice(0, Math.max(0, all.length - keep))) await unlink(old);
}
