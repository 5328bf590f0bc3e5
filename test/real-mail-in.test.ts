import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDocumentEngine } from '#engine/documents/choose.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { openMailIn } from '#engine/mail-in/choose.ts';
import type { MailListener } from '#engine/mail-in/port.ts';
import { readConfig } from '#server/config.ts';
import { createMailCounts } from '#server/features/mail-in/mail-counts.ts';
import { createMailAnswers } from '#server/features/mail-in/mail-answers.ts';
import { mailInJobs } from '#server/features/mail-in/mail-in.jobs.ts';
import { requestAnswer } from '#server/features/mail-in/answer-request.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { assembleMailDesk } from '#server/mail-in.ts';
import { projectFolders } from '#server/product.ts';

import { makeAccount, makeBrand } from './factories.ts';
import { handQueue } from './hand-queue.ts';
import { startMailServers, whyNoMailRig } from './mail-rig/start-mail-rig.ts';
import type { MailServers } from './mail-rig/start-mail-rig.ts';
import { until } from './sending-rig.ts';
import { meetSmtp } from './smtp-person.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const run = promisify(execFile);
const why = whyNoMailRig();
if (why !== null) process.stderr.write(`NOT TESTED with real mail servers: ${why}\n`);

/** A letter of two pages. */
const LEASE = join(import.meta.dirname, '../src/server/features/demonstration/documents/lease.pdf');

const log = pino({ level: 'silent' });

describe.skipIf(why !== null)('mail that really arrives', () => {
  let servers: MailServers;
  let documents: DocumentEngine;
  let app: TestApp;
  let listener: MailListener;
  let folder: string;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let other: Awaited<ReturnType<typeof makeAccount>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-real-mail-in-'));
    servers = await startMailServers();
    documents = await openDocumentEngine({ workers: 1, untrusted: 'sandbox', tempDir: tmpdir(), log });
    const env = { F2E_SMTP_URL: `smtp://127.0.0.1:${servers.smtpPort}`, F2E_DNS: servers.dns };
    app = await startApp({ documents, env });
    const { db } = app.database;
    const brandId = await makeBrand(db, { title: 'Harbor Fax' });
    await db.updateTable('brand').set({ send_domain: 'fax.test' }).where('id', '=', brandId).execute();
    account = await makeAccount(db, { brandId });
    other = await makeAccount(db, { brandId });
    await db
      .updateTable('account')
      .set({ admin_email: 'admin@customer.test' })
      .where('id', '=', account.id)
      .execute();
    const mailIn = openMailIn({
      listen: { host: '127.0.0.1', port: servers.faxPort },
      name: 'mx.fax.test',
      dataDir: folder,
      tls: null,
      dns: servers.dns,
      fronts: [],
      maxRecipients: 10,
      log,
    });
    const messages = await loadMessages(projectFolders.locales);
    const parts = {
      ...app,
      engines: { database: app.database, log },
      config: readConfig(env),
      mailIn,
      messages,
    };
    listener = await mailIn.listen(assembleMailDesk({ ...parts, counts: createMailCounts() }));
  });
  afterAll(async () => {
    await listener?.close();
    await app?.stop();
    await documents?.close();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** What swaks was told last, straight at our listener. */
  const swaks = async (...args: string[]): Promise<string> => {
    const all = ['--server', `127.0.0.1:${servers.faxPort}`, '--timeout', '20', '--suppress-data', ...args];
    const { stdout } = await run('swaks', all).catch((error: { stdout: string }) => error);
    const said = stdout.split('\n').filter((line) => /^<[-~*]+/u.test(line));
    return (
      said
        .map((line) => line.replace(/^<[-~* ]+/u, ''))
        .filter((line) => !line.startsWith('221'))
        .at(-1) ?? ''
    );
  };
  const admin = ['--from', 'admin@customer.test'];

  it('a mail that goes through the sender’s own server becomes a fax with its pages, and the answer lies in the mailbox', async () => {
    const { stdout } = await run('swaks', [
      '--server',
      `127.0.0.1:${servers.smtpPort}`,
      ...admin,
      '--to',
      `${other.number}@fax.test`,
      '--h-Subject',
      'Offer',
      '--body',
      'Please see the offer.',
      '--attach-type',
      'application/pdf',
      '--attach-name',
      'offer.pdf',
      '--attach',
      `@${LEASE}`,
    ]);
    expect(stdout).toContain('250 2.0.0 Ok');
    const { db } = app.database;
    const jobs = async () =>
      await db.selectFrom('send_job').select(['id', 'account_id', 'to_number']).execute();
    expect(await until(jobs, (rows) => rows.length > 0)).toMatchObject([
      { account_id: account.id, to_number: other.number },
    ]);
    const queue = handQueue();
    const worker = await app.sending.startWorker({
      convertSlots: 1,
      callSlots: 0,
      documentEnded: async (tx, id) => await requestAnswer(queue.queue, tx, id),
    });
    const document = async () =>
      await db.selectFrom('document').select(['state', 'pages', 'fault']).executeTakeFirstOrThrow();
    const ended = await until(document, ({ state }) => state !== 'new', 60_000);
    await worker.stop();
    // The cover page and the two of the PDF.
    expect(ended).toEqual({ state: 'ready', pages: 3, fault: null });
    const answers = createMailAnswers({ ...app, documents, queueMail: app.mail.queueMail, log });
    await queue.runAll(mailInJobs(answers));
    await app.runJobs();
    const box = await until(
      async () => await servers.inbox('admin'),
      (mails) => mails.length > 0,
    );
    const source = box[0]?.source.toString('latin1') ?? '';
    expect(source).toContain('page-1.gif');
    expect(source).toContain('Auto-Submitted');
  });

  it('a report that a mail of ours came back reaches its address in the account', async () => {
    const { db } = app.database;
    const client = await meetSmtp(servers.faxPort);
    await app.mail.queueMail(db, {
      template: 'subaccount-added',
      brandId: (
        await db
          .selectFrom('account')
          .select('brand_id')
          .where('id', '=', account.id)
          .executeTakeFirstOrThrow()
      ).brand_id,
      accountId: account.id,
      to: 'sub1@customer.test',
      language: 'en',
      params: { name: 'x', address: 'sub1@customer.test' },
    });
    await app.runJobs();
    const { id } = await db
      .selectFrom('mail_out')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const address = `${app.mail.bounces.localPartFor(id)}@fax.test`;
    const report = [
      'From: MAILER-DAEMON@mx.customer.test',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
      '',
      '--cut',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--cut',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.customer.test',
      '',
      'Final-Recipient: rfc822; sub1@customer.test',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 unknown user',
      '--cut--',
    ].join('\r\n');
    expect(await client.mail({ from: '', to: [address], source: report })).toMatch(/^250/);
    client.close();
    const state = db.selectFrom('mail_out').select(['state', 'last_reason']).where('id', '=', id);
    expect(await state.executeTakeFirst()).toMatchObject({
      state: 'bounced',
      last_reason: expect.stringContaining('unknown user'),
    });
    const trouble = await app.mail.bounces.troubles(account.id);
    expect(trouble).toMatchObject([{ address: 'sub1@customer.test', reason: 'unknown' }]);
  });

  it('what a mail program may hear', async () => {
    const to = ['--to', `${other.number}@fax.test`];
    expect(await swaks(...admin, ...to, '--body', 'cover text only')).toMatch(/^250 2\.0\.0 Ok: queued/);
    expect(await swaks('--tls', ...admin, ...to)).toMatch(/^250 2\.0\.0 Ok: queued/);
    expect(await swaks('--from', 'who@customer.test', ...to)).toMatch(/^550 5\.7\.1/);
    const forged = ['--from', 'x@evil.test', '--h-From', 'admin@customer.test'];
    expect(await swaks(...forged, ...to)).toMatch(/^550 5\.7\.26/);
    expect(await swaks('--from', 'a@nospf.test', ...to)).toMatch(/^550 5\.7\.26/);
    expect(await swaks(...admin, ...to, '--add-header', 'From: evil@evil.test')).toMatch(/^550 5\.6\.0/);
    expect(await swaks(...admin, '--to', 'hello@fax.test')).toMatch(/^550 5\.1\.1/);
    expect(await swaks(...admin, '--to', 'x@gmail.test')).toMatch(/^550 5\.7\.1/);
    expect(await swaks(...admin, '--to', '01144207946000@fax.test')).toMatch(/^550/);
    expect(await swaks('--from', '<>', ...to)).toMatch(/^550/);
    expect(await swaks(...admin, ...to, '--add-header', 'Auto-Submitted: auto-replied')).toMatch(/^550/);
    const wrong = ['-a', 'PLAIN', '-au', account.number, '-ap', 'nope'];
    expect(await swaks('--tls', ...admin, ...to, ...wrong)).toMatch(/^535/);
  });
});
