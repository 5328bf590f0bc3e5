import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import { openBackground } from '#server/background.ts';
import { readConfig } from '#server/config.ts';
import { closeEngines, openEngines } from '#server/engines.ts';
import type { Engines } from '#server/engines.ts';
import type { FaxNotices } from '#server/features/fax-notices/fax-notices.service.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/product.ts';

/** Faxes that arrived while the relay was away. */
const FAXES = 300;

const log = pino({ level: 'silent' });

/** Mails a second that leave: PDF and first page made, signed, handed to a relay, written down. The bar is 10. */
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
    await fill(engines);
    const messages = await loadMessages(projectFolders.locales);
    const { queue, mail } = await openBackground({ config, engines, messages }, false);
    const queueing = performance.now();
    await announce(engines.database, mail.notices);
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

/** One account with many faxes of one letter. */
async function fill({ database, files, documents }: Engines): Promise<void> {
  const letter = 'Dear Sir or Madam, please find our offer below.\n'.repeat(40);
  const page = await documents.toFaxPages([{ name: 'a.txt', bytes: Buffer.from(letter) }]);
  if (page.kind !== 'ok') throw new Error('the letter could not be converted');
  await files.put('documents/bench/fax.tiff', page.tiff);
  await database.pool.query(`
    insert into brand (name, is_default) values ('Bench', true);
    insert into account (brand_id, fax_number, admin_email, state) values (1, '2125550100', 'owner@example.com', 'active');
    insert into account_settings (account_id, timezone_id) values (1, 5);
    insert into document (account_id, storage_key, source, tiff_key, pages, state)
      values (1, 'documents/bench', 'line', 'documents/bench/fax.tiff', ${page.pages}, 'ready');
    insert into fax_party (account_id, number, company, sender, to_person) values (1, '3105550111', '', '', '');
    insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages)
      select 1, d.id, 'key-of-a-bench-' || g, 'R', p.id, '3105550111', '', d.pages
      from document d, fax_party p, generate_series(1, ${FAXES}) g`);
}
