import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import { openBackground } from '#server/composition/jobs.ts';
import { readConfig } from '#server/config/config.ts';
import { closeEngines, openEngines } from '#server/composition/engines.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/composition/web-server.ts';

import { receiveFaxes } from './received-faxes.ts';

/** Number of faxes that arrived during an outage of the relay. */
const FAXES = 300;

const log = pino({ level: 'silent' });

/** Prints mails per second: PDF and first page created, signed, handed to a relay, recorded. The bar is 10. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-mail-out-'));
  const sink = await startSmtpSink();
  const config = readConfig({
    F2E_DATA: folder,
    F2E_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    F2E_MAIL_FROM: 'no-reply@fax.example',
    F2E_UNTRUSTED_DOCUMENTS: 'accept-risk',
  });
  const engines = await openEngines(config, log);
  try {
    await receiveFaxes(engines, FAXES);
    const messages = await loadMessages(projectFolders.locales);
    const { queue, services } = await openBackground({ config, engines, messages }, false);
    const queueing = performance.now();
    await announce(engines.database, services.mail.notices);
    const queued = FAXES / ((performance.now() - queueing) / 1000);
    await queue.stop();
    const worker = await openBackground({ config, engines, messages }, true);
    const leaving = performance.now();
    while ((await waiting(engines.database)) > 0) await pause(20);
    const left = FAXES / ((performance.now() - leaving) / 1000);
    await worker.queue.stop();
    const bytes = sink.mails.reduce((sum, { source }) => sum + source.length, 0) / sink.mails.length;
    process.stdout.write(
      `queued ${queued.toFixed(0)}/s, left ${left.toFixed(1)}/s (${(bytes / 1024).toFixed(0)} kB each)\n`,
    );
  } finally {
    await closeEngines(engines);
    await sink.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function announce(database: Database, notices: FaxNotices): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>('select id from fax order by id');
  for (const { id } of rows)
    await database.transaction(async (tx) => await notices.arrived(tx, { accountId: 1, faxId: id }));
}

async function waiting(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from mail_out where state = 'queued'`,
  );
  return rows[0]?.n ?? 0;
}
