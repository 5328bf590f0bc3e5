import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';

import { createRemoteStorages } from '#engine/remote-storage/choose.ts';
import type { RemoteStorages } from '#engine/remote-storage/port.ts';
import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { chooseLine } from '#engine/fax-line/choose.ts';
import type { LineKind } from '#engine/fax-line/kind-port.ts';
import { LINE_KINDS } from '#engine/fax-line/kinds.ts';
import type { ChooseLine } from '#engine/fax-line/port.ts';
import { openDocumentEngine } from '#engine/documents/choose.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import { readFolderId } from '#engine/file-store/folder-id.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import type { MailOut } from '#engine/mail/port.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import type { Keys } from '#engine/secrets/keys.ts';
import { openVirusScanner } from '#engine/virus-scan/choose.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';

import type { Config } from '#server/config/config.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { spoolOf } from '#server/features/faxes/files/stored-faxes.service.ts';
import { withKnownHashes } from '#server/features/faxes/files/checked-store.ts';
import { upgradeSchema } from './upgrade.ts';

/** The engines that a product runs on; tests supply their own. */
export interface Engines {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  chooseLine: ChooseLine;
  /** The kinds of lines that the installation supports. */
  lineKinds: readonly LineKind[];
  mail: MailOut;
  storages: RemoteStorages;
  keys: Keys;
  /** Scans uploads for viruses, if the operator configured it. */
  scanner?: VirusScanner | undefined;
  log: Logger;
}

/** Database connections of one process; the job queue and the notifications have their own. */
const POOL_SIZE = 12;

/**
 * Opens every engine that the configuration chooses, and brings the schema up to date. Both composition roots use it.
 * The signal aborts DNS lookups of foreign hosts when the process stops.
 */
export async function openEngines(config: Config, log: Logger, signal?: AbortSignal): Promise<Engines> {
  const database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    log,
    max: POOL_SIZE,
  });
  try {
    await upgradeSchema(config, database, log);
    const keys = await openInstallationKeys(database, config.masterKeyFile);
    const spool = spoolOf(config, async () => await Promise.resolve(database), { drains: true, log });
    const files = withKnownHashes(await openFileStore(config.blobs, config.dataDir, spool), database);
    const mail = openMailOut(config.smtpUrl, config.dataDir);
    const documents = await openDocumentEngine({
      workers: config.convertWorkers,
      untrusted: config.untrustedDocuments,
      tempDir: join(tmpdir()),
      wallMs: config.convertMs,
      idleMs: config.converterIdleMs,
      headerLine: config.headerLine,
      paper: config.paper,
      resolution: config.resolution,
      log,
    });
    const scanner = openVirusScanner(config.clamav);
    return {
      database,
      files,
      documents,
      chooseLine: openLines(config, { signal, log }),
      lineKinds: LINE_KINDS,
      mail,
      storages: openRemoteStorages(config, signal),
      keys,
      scanner,
      log,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens access to customers' storage through the outbound guard; tests use it too. */
export function openRemoteStorages(config: Config, signal?: AbortSignal): RemoteStorages {
  const guard = createOutboundGuard({ allowPrivate: config.allowPrivateHosts, ...(signal && { signal }) });
  return createRemoteStorages({ guard, egnyte: config.egnyte });
}

/** Returns the folder for data that lines keep on this machine. */
function linesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'lines');
}

/** Returns the id of this machine, on which its lines have recorded the outcomes of their calls. */
export async function machineOf(config: Pick<Config, 'dataDir'>): Promise<string> {
  const folder = linesFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return await readFolderId(join(folder, '.id'));
}

/** How lines are opened: `signal` aborts DNS lookups; without `log`, their faults are not logged. */
interface LinesOptions {
  signal?: AbortSignal | undefined;
  log?: Logger | undefined;
  kinds?: typeof LINE_KINDS;
}

/**
 * Opens the lines of the installation; carriers are reached through the outbound guard, and reach us at our public
 * address.
 */
export function openLines(
  config: Config,
  { signal, log, kinds = LINE_KINDS }: LinesOptions = {},
): ChooseLine {
  const world = {
    log,
    guard: createOutboundGuard({ allowPrivate: config.allowPrivateHosts, ...(signal && { signal }) }),
    // The URL to which a carrier reports events of this line (spec http-api 12.21).
    webhookUrl: ({ name, kind }: { name: string; kind: string }) =>
      `${config.publicOrigin}${config.publicPath}/api/lines/${name}/${kind}`,
    folderOf: ({ name }: { name: string }) => join(linesFolder(config), name),
  };
  return (settings) => chooseLine(settings, world, kinds);
}

/** Closes all engines, the database last. */
export async function closeEngines(engines: Engines): Promise<void> {
  await engines.documents.close();
  await engines.mail.close();
  await engines.files.close?.();
  await engines.database.close();
}
