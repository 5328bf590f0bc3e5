import { pino } from 'pino';

import { UPLOAD_LIMITS } from '#contract/compose.ts';
import { openDatabase } from '#engine/database/connect.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { hasRoom } from '#server/kit/disk-room.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import { assembleSending } from '#server/sending.ts';
import { chooseHylafax } from '#test/fax-rig/line-over.ts';
import { PLENTY, fakeDocuments, noNotices } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

/**
 * A process that only sends and receives, so that tests can kill it often: the product's own features over real
 * lines, without a web server and without converters. Arguments: database, folder of files, fault points, log of faults.
 */
const [url = '', folder = '', fault = '', logFile = ''] = process.argv.slice(2);
const database = await openDatabase({ url, dataDir: folder, log: silentLog, max: 10 });
const sending = assembleSending({
  database,
  files: await openDiskStore(folder),
  documents: fakeDocuments({
    stampHeader: async (tiff) => tiff,
    resolution: 'fine',
    forCall: async (tiff) => tiff,
    toFaxPages: async ([file]) => received(file),
  }),
  chooseLine: chooseHylafax,
  lineKey: Buffer.alloc(32, 7),
  notices: noNotices,
  upload: UPLOAD_LIMITS,
  dayLimits: { usual: PLENTY, fresh: PLENTY, newDays: 7 },
  zone: 'America/New_York',
  retryMinutes: [0.02, 0.02, 0.02, 0.02],
  faultPoint: createFaultPoint(fault),
  log: pino({ level: 'error' }, pino.destination({ dest: logFile, append: true })),
});
const worker = await sending.startWorker({ convertSlots: 1, stopGraceMs: 200 });
const arriving = sending.startArrivals({ hasRoom: async () => await hasRoom(folder) });
process.once('SIGTERM', () => {
  const ended = Promise.all([worker.stop(), arriving.stop()]).then(async () => await database.close());
  void ended.then(() => process.exit(0));
});
process.stdout.write('working\n');

/** What a line received is kept as it came. */
function received(file: { bytes: Uint8Array } | undefined) {
  return { kind: 'ok' as const, tiff: file?.bytes ?? new Uint8Array(), pages: 1 };
}
