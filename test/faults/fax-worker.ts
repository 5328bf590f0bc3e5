import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';

import { openDatabase } from '#engine/database/connect.ts';
import { chooseLine } from '#engine/fax-line/choose.ts';
import type { ChooseLine } from '#engine/fax-line/port.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { FAX_TIMES } from '#engine/fax-line/carrier/follow-fax.ts';
import { readTelnyxSettings } from '#engine/fax-line/telnyx/settings.ts';
import { telnyxLine } from '#engine/fax-line/telnyx/telnyx.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { hasRoom } from '#server/kit/disk-room.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { assembleSending } from '#server/composition/sending.ts';
import { PLAIN, fakeDocuments } from '#test/sending-rig.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';
import { silentLog } from '#test/test-database.ts';

/**
 * A process that only sends and receives, so that tests can kill it often: the product's own features over real lines,
 * without a web server and converters. Arguments: database, folder of files, fault points, log of faults, and for how
 * many milliseconds it asks a line about a call whose worker may still be alive.
 */
const [url = '', folder = '', fault = '', logFile = '', doubtMs = ''] = process.argv.slice(2);

/** Polls carriers without webhooks more often. */
const chooseAny: ChooseLine = (settings) => {
  const guard = createOutboundGuard({ allowPrivate: true });
  const webhookUrl = 'http://127.0.0.1:9/';
  if (settings.kind === 'sip') return { kind: 'ok', line: sipLineOf(settings) };
  const read = settings.kind === 'telnyx' ? readTelnyxSettings(settings.config) : '';
  if (typeof read === 'string') return chooseLine(settings);
  const times = { ...FAX_TIMES, pollMs: 200, lookMs: 100 };
  return { kind: 'ok', line: telnyxLine(settings.pattern, { settings: read, guard, webhookUrl, times }) };
};

/** The far ends of SIP lines are ours: their clock runs at the same speed. */
function sipLineOf({ pattern, config }: Parameters<ChooseLine>[0]) {
  const settings = sipSettings(config as object);
  return sipLine(pattern, { settings, folder: join(folder, 'line'), speed: SPEED });
}

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
  chooseLine: chooseAny,
  ...PLAIN,
  retryMinutes: [0.02, 0.02, 0.02, 0.02],
  faultPoint: freezing(createFaultPoint(fault)),
  log: pino({ level: 'warn' }, pino.destination({ dest: logFile, append: true })),
});
const worker = await sending.startWorker({
  convertSlots: 1,
  stopGraceMs: 200,
  ...(doubtMs && { doubt: { waitMs: Number(doubtMs), settleMs: 500, lookMs: 200 } }),
});
const arriving = sending.startArrivals({ hasRoom: async () => await hasRoom(folder) });
process.once('SIGTERM', () => {
  const ended = Promise.all([worker.stop(), arriving.stop()]).then(async () => await database.close());
  void ended.then(() => process.exit(0));
});
process.stdout.write('working\n');

/** Received files are kept unchanged. */
function received(file: { bytes: Uint8Array } | undefined) {
  return { kind: 'ok' as const, tiff: file?.bytes ?? new Uint8Array(), pages: 1 };
}

/** With a file `freeze-NAME` in the folder, the first process that reaches this point freezes until it is woken up. */
function freezing(faultPoint: FaultPoint): FaultPoint {
  return (name) => {
    faultPoint(name);
    try {
      unlinkSync(join(folder, `freeze-${name}`));
    } catch {
      return; // No freeze is requested here.
    }
    process.kill(process.pid, 'SIGSTOP');
  };
}
