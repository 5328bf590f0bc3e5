import { createHash } from 'node:crypto';

import { createRemoteStorages } from '#engine/remote-storage/choose.ts';
import { openDatabase } from '#engine/database/connect.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { readConfig } from '#server/config/config.ts';
import { startStorageWorker } from '#server/features/faxes/copies/storage.worker.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import { silentLog } from '#test/test-database.ts';

/**
 * A process that only makes copies, so that tests can kill it during one. Arguments: database, F2E_DATA, the key of
 * storage secrets in hex, bytes of a file, fault points.
 */
const [url = '', folder = '', key = '', size = '', fault = ''] = process.argv.slice(2);
const config = readConfig({ F2E_DATA: folder });
await startStorageWorker({
  database: await openDatabase({ url, dataDir: folder, log: silentLog, max: 4 }),
  files: await openFileStore(config.blobs, folder),
  documents: { exportPdf: async (tiff) => large(tiff), exportTiff: async (tiff) => large(tiff) },
  texts: { forExport: async () => [] },
  storages: createRemoteStorages({
    guard: createOutboundGuard({ allowPrivate: true }),
    egnyte: { baseUrl: '', clientId: '', clientSecret: '' },
  }),
  secretKey: Buffer.from(key, 'hex'),
  queueMail: async () => undefined,
  messages: { say: () => '' },
  faultPoint: createFaultPoint(fault),
  log: silentLog,
});
process.stdout.write('working\n');

/** Returns a file of the given size that ends with the hash of its content, so that a partial one can be recognized. */
function large(tiff: Uint8Array): Buffer {
  const bytes = Buffer.alloc(Number(size), Buffer.from(tiff));
  return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}
