import { randomBytes } from 'node:crypto';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { MOST_NAMES, numbered, onlyAttempt, partName, safeName } from './names.ts';
import type {
  RemoteStorage,
  StorageFailure,
  StorageFile,
  ProbeOutcome,
  PutOutcome,
  SftpPlace,
} from './port.ts';
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
      const fault = operationFault(error);
      if (statusOf(error) === null) await close();
      return fault;
    }
  };
  return {
    put: async (file) =>
      await use(FILE_LIMIT_MS + file.bytes.byteLength / SLOWEST_BYTES_PER_MS, async (connection) =>
        putFile(connection, place.folder, file),
      ),
    probe: async () =>
      await use(FILE_LIMIT_MS, async (connection) => await probeFolder(connection, place.folder)),
    close,
  };
}

async function putFile({ client }: SftpConnection, root: string, file: StorageFile): Promise<PutOutcome> {
  const folder = joined(root, file.folders.map(safeName));
  const name = safeName(file.name);
  const { id, before, proceed } = file.attempt ?? onlyAttempt();
  const part = `${folder}/${partName(name, id)}`;
  const bytes = Buffer.from(file.bytes);
  // A full storage has no room for two.
  for (const earlier of before) await client.delete(`${folder}/${partName(name, earlier)}`, true);
  await write(client, folder, part, bytes);
  const { size } = await client.stat(part);
  if (size !== bytes.length) {
    await client.delete(part, true);
    return { kind: 'retry', reason: 'WRITE_FAILED', detail: `${size} of ${bytes.length} bytes arrived` };
  }
  if (!(await proceed())) {
    await client.delete(part, true);
    return { kind: 'lost' };
  }
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
async function write(
  client: SftpConnection['client'],
  folder: string,
  path: string,
  bytes: Buffer,
): Promise<void> {
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
async function renamed(client: SftpConnection['client'], from: string, to: string): Promise<boolean> {
  try {
    await client.rename(from, to);
    return true;
  } catch (error) {
    if (statusOf(error) === null || (await client.exists(to)) === false) throw error;
    return false;
  }
}

async function holds(client: SftpConnection['client'], path: string, bytes: Buffer): Promise<boolean> {
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
