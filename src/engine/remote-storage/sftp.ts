import { randomBytes } from 'node:crypto';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { MOST_NAMES, numbered, onlyAttempt, partName, safeName } from './names.ts';
import type { RemoteStorage, StorageFailure, ProbeOutcome, PutOutcome, SftpPlace } from './port.ts';
import type { SftpConnection } from './sftp-connection.ts';
import { within } from './within.ts';
import { operationFault, SFTP_STATUS, statusOf } from './sftp-faults.ts';

/** A server that takes longer for a file only pretends to listen; large files get extra time by their size. */
const FILE_LIMIT_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 50;

/** Time limit for closing the connection; a silent server gets no longer than this. */
const GOODBYE_MS = 1_000;

/** The customer's group may read the stored files; nobody else may. */
const FILE_MODE = 0o640;

/**
 * Stores files by SFTP: writes a part file, compares its size, then renames it, which in SFTP version 3 fails if a file
 * of that name exists. The posix rename that would overwrite it is never used.
 */
export function openSftpStorage(guard: OutboundGuard, place: SftpPlace): RemoteStorage {
  let open: SftpConnection | null = null;
  const close = async (): Promise<void> => {
    if (!open) return;
    const { client, socket } = open;
    open = null;
    // The server may already be gone; the failure does not matter.
    await within(GOODBYE_MS, socket, client.end()).catch(() => undefined);
    socket.destroy();
  };
  const use = async <T>(
    limitMs: number,
    work: (connection: SftpConnection) => Promise<T>,
  ): Promise<T | StorageFailure> => {
    const until = performance.now() + Math.min(limitMs, place.limitMs ?? limitMs);
    if (!open) {
      // Imported on demand: the library is large, and most installations copy nothing to SFTP.
      const { connectSftp } = await import('./sftp-connection.ts');
      const connected = await connectSftp(guard, place);
      if (connected.kind !== 'ok') return connected;
      open = connected.connection;
    }
    try {
      return await within(until - performance.now(), open.socket, work(open));
    } catch (error) {
      if (statusOf(error) === null) await close();
      return operationFault(error);
    }
  };
  return {
    put: async (file) => {
      const { id, before, proceed } = file.attempt ?? onlyAttempt();
      const folder = joined(place.folder, file.folders.map(safeName));
      const name = safeName(file.name);
      const put = { folder, name, part: `${folder}/${partName(name, id)}`, bytes: Buffer.from(file.bytes) };
      const limitMs = FILE_LIMIT_MS + file.bytes.byteLength / SLOWEST_BYTES_PER_MS;
      const earlier = before.map((other) => `${folder}/${partName(name, other)}`);
      const written = await use(limitMs, async ({ client }) => await writePart(client, put, earlier));
      if (written !== null) return written;
      // Outside `use`, which reports failures of the remote side: this queries our own database.
      const goesOn = await proceed();
      return await use(limitMs, async ({ client }) =>
        goesOn ? await publish(client, put) : await withdraw(client, put),
      );
    },
    probe: async () =>
      await use(FILE_LIMIT_MS, async (connection) => await probeFolder(connection, place.folder)),
    close,
  };
}

/** A file being stored. */
interface Put {
  folder: string;
  name: string;
  /** The path of the part file. */
  part: string;
  bytes: Buffer;
}

type Client = SftpConnection['client'];

/** Writes the part file; returns null once all of it has arrived. */
async function writePart(
  client: Client,
  { folder, part, bytes }: Put,
  earlier: readonly string[],
): Promise<StorageFailure | null> {
  // Earlier part files are removed first, because a full storage has no room for two.
  for (const other of earlier) await client.delete(other, true);
  await write(client, folder, part, bytes);
  const { size } = await client.stat(part);
  if (size === bytes.length) return null;
  await client.delete(part, true);
  return { kind: 'retry', reason: 'WRITE_FAILED', detail: `${size} of ${bytes.length} bytes arrived` };
}

async function withdraw(client: Client, { part }: Put): Promise<PutOutcome> {
  await client.delete(part, true);
  return { kind: 'lost' };
}

/** Renames the part file to its name, or the next free one. */
async function publish(client: Client, { folder, name, part, bytes }: Put): Promise<PutOutcome> {
  for (let n = 0; n < MOST_NAMES; n += 1) {
    const target = `${folder}/${numbered(name, n)}`;
    if (await renamed(client, part, target)) return { kind: 'ok', place: target };
    // The file is ours from an attempt with an unknown outcome (F-sftp-03), or a different file of that name, which
    // stays.
    if (await holds(client, target, bytes)) {
      await client.delete(part, true);
      return { kind: 'ok', place: target };
    }
  }
  await client.delete(part, true);
  return { kind: 'retry', reason: 'WRITE_FAILED', detail: 'every name is taken' };
}

/**
 * Writes a file. The folder is created when the first file finds it missing; checking each time would cost a round trip
 * per file.
 */
async function write(client: Client, folder: string, path: string, bytes: Buffer): Promise<void> {
  const options = { writeStreamOptions: { mode: FILE_MODE } };
  try {
    await client.put(bytes, path, options);
  } catch (error) {
    if (statusOf(error) !== SFTP_STATUS.noSuchFile) throw error;
    await client.mkdir(folder, true);
    await client.put(bytes, path, options);
  }
}

/** Renames a file; returns false if the target exists. Throws any other failure. */
async function renamed(client: Client, from: string, to: string): Promise<boolean> {
  try {
    await client.rename(from, to);
    return true;
  } catch (error) {
    if (statusOf(error) === null || (await client.exists(to)) === false) throw error;
    return false;
  }
}

async function holds(client: Client, path: string, bytes: Buffer): Promise<boolean> {
  if ((await client.stat(path)).size !== bytes.length) return false;
  const there = await client.get(path);
  return Buffer.isBuffer(there) && there.equals(bytes);
}

async function probeFolder({ client, hostKey }: SftpConnection, root: string): Promise<ProbeOutcome> {
  const folder = joined(root, []);
  const probe = `${folder}/f2e-test-${randomBytes(6).toString('hex')}`;
  await write(client, folder, `${probe}.part`, Buffer.from('Fax storage test. This file can be removed.\n'));
  await client.rename(`${probe}.part`, `${probe}.txt`);
  await client.delete(`${probe}.txt`);
  return { kind: 'ok', hostKey };
}

/** Joins the paths. The customer's folder is used as written: without a leading slash it is below the login's home. */
function joined(root: string, folders: readonly string[]): string {
  const written = root.trim().replace(/\/+$/, '');
  const base = written === '' ? (root.trim() === '' ? '.' : '') : written;
  return [base, ...folders].join('/');
}
