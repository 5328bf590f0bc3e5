import { pino } from 'pino';

import { openDatabase } from '#engine/database/connect.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { EventsService } from '#server/features/gateways/events/events.service.ts';
import { startWebhookWorker } from '#server/features/gateways/webhooks/webhook.worker.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import { silentLog } from '#test/test-database.ts';

/**
 * A process that only posts events, so that tests can kill it during one. Arguments: database, a folder, the key of
 * webhook secrets in hex, fault points.
 */
const [url = '', folder = '', key = '', fault = ''] = process.argv.slice(2);
const database = await openDatabase({ url, dataDir: folder, log: silentLog, max: 4 });
await startWebhookWorker({
  database,
  events: new EventsService({ database }),
  guard: createOutboundGuard({ allowPrivate: true }),
  secretKey: Buffer.from(key, 'hex'),
  queueMail: async () => undefined,
  faultPoint: createFaultPoint(fault),
  log: pino({ level: 'silent' }),
});
process.stdout.write('working\n');
