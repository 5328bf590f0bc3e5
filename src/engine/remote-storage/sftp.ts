import { randomBytes } from 'node:crypto';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { MOST_NAMES, numbered, onlyAttempt, partName, safeName } from './names.ts';
import type { RemoteStorage, StorageFailure, ProbeOutcome, PutOutcome, SftpPlace } from './port.ts';
import type { SftpConnection } from './sftp-connection.ts';
import { within } from './within.ts';
import { operationFault, SFTP_STATUS, statusOf } from './sftp-faults.ts';

/** A file that takes longer than this has a server that only pretends to listen; big files get time by their size. */
const FILE_LIMIT_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 50;

/** Saying goodbye takes a moment; a server that has gone silent gets no longer than this. */
const GOODBYE_MS = 1_000;

/** Others in the customer's group may read what is put there, nobody else. */
const FILE_MODE = 0o640;

/**
 * Drops files by SFTP: a part file, its size compared, then a rename, which in SFTP version 3 fails where a file of
 * that name is. The posix rename that would overwrite it is never used.
 */
export function openSftpStorage(guard: OutboundGuard, place: SftpPlace): RemoteStorage {
  let open: SftpConnection | null = null;
  const close = async (): Promise<void> => {
    if (!open) return;
    const { client, socket } = open;
    open = null;
    // The server may be gone: then there is nobody to say goodbye to.
    await within(GOODBYE_MS, socket, client.end()).catch(() => undefined);
    socket.destroy();
  };
  const use = async <T>(
    limitMs: number,
    work: (connection: SftpConnection) => Promise<T>,
  ): Promise<T | StorageFailure> => {
    const until = performance.now() + Math.min(limitMs, place.limitMs ?? limitMs);
    if (!open) {
      // Its library is large, and most installations copy nothing to SFTP.
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
      // Outside of what the far side can be at fault for: this asks our own database.
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

/** A file under way. */
interface Put {
  folder: string;
  name: string;
  /** Where it lies until it is complete. */
  part: string;
  bytes: Buffer;
}

type Client = SftpConnection['client'];

/** Writes the part file; null when all of it has arrived. */
async function writePart(
  client: Client,
  { folder, part, bytes }: Put,
  earlier: readonly string[],
): Promise<StorageFailure | null> {
  // A full storage has no room for two.
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

/** Gives the part file its name, or the next one that is free. */
async function publish(client: Client, { folder, name, part, bytes }: Put): Promise<PutOutcome> {
  for (let n = 0; n < MOST_NAMES; n += 1) {
    const target = `${folder}/${numbered(name, n)}`;
    if (await renamed(client, part, target)) return { kind: 'ok', place: target };
    // Ours from a try whose end nobody saw (F-sftp-03), or another file of that name, which stays.
    if (await holds(client, target, bytes)) {
      await client.delete(part, true);
      return { kind: 'ok', place: target };
    }
  }
  await client.delete(part, true);
  return { kind: 'retry', reason: 'WRITE_FAILED', detail: 'every name is taken' };
}

/** The folder is made when the first file finds it missing; asking each time would cost a turn for each file. */
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

/** False where the target exists; every other failure is the caller's. */
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

/** The customer's own folder is taken as it is written: without a slash in front it is below the login's home. */
function joined(root: string, folders: readonly string[]): string {
  const written = root.trim().replace(/\/+$/, '');
  const base = written === '' ? (root.trim() === '' ? '.' : '') : written;
  return [base, ...folders].join('/');
}
