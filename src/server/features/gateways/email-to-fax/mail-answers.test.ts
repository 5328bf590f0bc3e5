import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { detectType } from '#engine/documents/detect-type.ts';
import { makeZip } from '#engine/documents/fixtures/make-zip.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';
import { makeAccount } from '#test/factories.ts';
import { handQueue } from '#test/hand-queue.ts';
import type { HandQueue } from '#test/hand-queue.ts';
import { startMailIn } from '#test/mail-in-rig.ts';
import type { MailInRig } from '#test/mail-in-rig.ts';
import { lastMail, readMails } from '#test/mails.ts';
import { fakeDocuments, until } from '#test/sending-rig.ts';
import { mailSource } from '#test/smtp-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { createAdmit } from '#server/features/faxes/queue/send-later.ts';
import { requestAnswer } from './answer-request.ts';
import { createMailAnswers } from './mail-answers.ts';
import { mailInJobs } from './mail-in.jobs.ts';

type Account = Awaited<ReturnType<typeof makeAccount>>;

const FROM = 'owner@customer.test';

describe('answers to mailed faxes', () => {
  let app: TestApp;
  let rig: MailInRig;
  let account: Account;
  let other: Account;
  let worker: OutboxWorker | undefined;
  let queue: HandQueue;
  const simple = fakeDocuments();
  const documents = fakeDocuments({
    status: async () => ({
      sandbox: 'ok',
      types: ['txt', 'docx'].map((extension) => ({ extension, ok: true })),
      recognition: { languages: [] },
    }),
    // Archives are checked the way converters check them before opening.
    toFaxPages: async (sources, options) => {
      const archive = sources.find(({ name }) => name.endsWith('.docx'));
      const seen = archive && detectType(archive.bytes, archive.name);
      return seen?.kind === 'refused' ? seen : await simple.toFaxPages(sources, options);
    },
    pageImage: async () => ({ kind: 'ok', gif: Buffer.from('GIF89a-page-one') }),
  });

  beforeAll(async () => {
    app = await startApp({ documents });
    queue = await handQueue(app.database, 'answers');
    const log = pino({ level: 'silent' });
    rig = await startMailIn({ ...app, engines: { database: app.database, log } });
  });
  beforeEach(async () => {
    const { db } = app.database;
    await db.updateTable('account').set({ admin_email: 'gone@nowhere.test' }).execute();
    account = await makeAccount(db);
    other = await makeAccount(db);
    await db.updateTable('account').set({ admin_email: FROM }).where('id', '=', account.id).execute();
  });
  afterAll(async () => {
    await worker?.stop();
    await rig.stop();
    await app.stop();
  });

  const send = async (
    text: string,
    to = [other.number],
    files: Parameters<typeof mailSource>[0]['files'] = [{ name: 'a.txt', bytes: text }],
  ): Promise<void> => {
    const client = await rig.meet();
    const source = mailSource({ from: FROM, text, subject: 'Lease', files });
    const answer = await client.mail({ from: FROM, to: to.map((number) => `${number}@localhost`), source });
    client.close();
    expect(answer).toMatch(/^250/);
  };

  /** Converts, but places no calls, so that there is time to cancel; then writes the mails. */
  const convert = async (): Promise<void> => {
    await makePages();
    await answer();
  };

  const makePages = async (): Promise<void> => {
    worker ??= await app.sending.startWorker({
      convertSlots: 1,
      callSlots: 0,
      documentEnded: async (tx, id) => await requestAnswer(queue.queue, tx, id),
    });
    const unconverted = async () =>
      await app.database.db.selectFrom('document').select('id').where('state', '=', 'new').execute();
    await until(unconverted, (rows) => rows.length === 0);
  };

  const answer = async (): Promise<void> => {
    const { queueMail } = app.mail;
    await queue.runAll(
      mailInJobs(createMailAnswers({ ...app, documents, queueMail, log: pino({ level: 'silent' }) })),
    );
    await app.runJobs();
  };

  const follow = async (key: string): Promise<unknown> =>
    (
      await app.app.inject({ method: 'POST', url: '/api/faxui/cancelMailedFax', payload: { key } })
    ).json<unknown>();

  it('a confirmation shows the first page and its link cancels once, while the fax is queued', async () => {
    await send('pages 3');
    await convert();
    const mail = await lastMail(app.folder, 'email-fax-queued', FROM);
    expect(mail.text).toContain('Pages: 4');
    expect(mail.source).toContain('page-1.gif');
    expect(mail.source).toContain(Buffer.from('GIF89a-page-one').toString('base64'));
    const key = new URL(mail.link).searchParams.get('key') ?? '';
    expect(new URL(mail.link).pathname).toBe('/cancel-fax');
    expect(await follow(key)).toEqual({ outcome: 'cancelled', cancelled: 1 });
    expect((await app.sending.outbox.list(account.id)).data).toEqual([]);
    expect(await follow(key)).toEqual({ outcome: 'used', cancelled: 0 });
    expect(await follow('x'.repeat(43))).toEqual({ outcome: 'invalid', cancelled: 0 });
    const audit = app.database.db
      .selectFrom('audit')
      .select('actor_kind')
      .where('action', '=', 'fax.cancel-by-mail');
    expect(await audit.execute()).toEqual([{ actor_kind: 'guest' }]);
  });

  it('what is sent or being dialled goes on, and the page says so', async () => {
    const third = await makeAccount(app.database.db);
    await send('pages 1', [other.number, third.number]);
    await convert();
    const { db } = app.database;
    const jobs = await db.selectFrom('send_job').select('id').where('account_id', '=', account.id).execute();
    await db
      .updateTable('send_job')
      .set({ state: 'SENDING' })
      .where('id', '=', jobs[0]?.id ?? 0)
      .execute();
    const key =
      new URL((await lastMail(app.folder, 'email-fax-queued', FROM)).link).searchParams.get('key') ?? '';
    expect(await follow(key)).toEqual({ outcome: 'partly', cancelled: 1 });

    await send('pages 1');
    await convert();
    await db
      .updateTable('send_job')
      .set({ state: 'DELIVERED' })
      .where('account_id', '=', account.id)
      .execute();
    const late =
      new URL((await lastMail(app.folder, 'email-fax-queued', FROM)).link).searchParams.get('key') ?? '';
    expect(await follow(late)).toEqual({ outcome: 'late', cancelled: 0 });
  });

  it('the key of a link stands nowhere but in the mail', async () => {
    await send('pages 1');
    await convert();
    const key =
      new URL((await lastMail(app.folder, 'email-fax-queued', FROM)).link).searchParams.get('key') ?? '';
    for (const table of ['mail_in', 'mail_out', 'audit'] as const)
      expect(JSON.stringify(await app.database.db.selectFrom(table).selectAll().execute())).not.toContain(
        key,
      );
  });

  it('a document that can’t be faxed is answered with the reason, once', async () => {
    await send('damaged');
    await convert();
    await convert();
    const mails = (await readMails(app.folder)).filter(
      ({ to, text }) => to === FROM && text.includes('damaged'),
    );
    expect(mails.map(({ template }) => template)).toEqual(['email-fax-rejected']);
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining('was not sent') });
  });

  it.each([
    ['after', true, ['email-fax-queued', 'fax-failed']],
    ['before', false, ['fax-failed']],
  ])('a fax that fails when it is due, %s its mail is answered, is told once', async (_, late, told) => {
    const { db } = app.database;
    const before = (await readMails(app.folder)).length;
    await send('pages 1');
    await makePages();
    if (late) await answer();
    const job = await db
      .updateTable('send_job')
      .set({ send_at: new Date(Date.now() - 1_000) })
      .where('account_id', '=', account.id)
      .returning(['id as jobId', 'account_id as accountId'])
      .executeTakeFirstOrThrow();
    await db.updateTable('account').set({ month_limit: 0 }).where('id', '=', account.id).execute();
    const usual = { calls: 9, pages: 9, perNumber: 9 };
    const limits = { dayLimits: { usual, fresh: usual, newDays: 7 }, zone: 'UTC' };
    const admit = createAdmit({ ...app, notices: app.mail.notices, ...limits });
    expect(await admit(job, true)).toBe(false);
    await answer();
    const mails = (await readMails(app.folder)).slice(before);
    expect(mails.map(({ template, to }) => [template, to])).toEqual(told.map((one) => [one, FROM]));
  });

  it('[A-MAILIN-10] an archive that is a bomb is never unpacked, and its sender reads why', async () => {
    const types =
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>';
    const bomb = makeZip([
      { name: '[Content_Types].xml', content: `<Types>${types}</Types>` },
      { name: 'word/document.xml', content: 'x', claims: 1024 ** 3 },
    ]);
    await send('See the file.', [other.number], [{ name: 'bomb.docx', bytes: Buffer.from(bomb) }]);
    await convert();
    const mail = await lastMail(app.folder, 'email-fax-rejected', FROM);
    expect(mail.text).toContain('is too large');
    expect((await app.sending.outbox.list(account.id)).data).toEqual([]);
  });

  it('a sender gets at most twenty answers an hour', async () => {
    const { db } = app.database;
    await send('pages 1');
    await db
      .updateTable('mail_in')
      .set({ sender: FROM, answered_at: new Date() })
      .where('answered_at', 'is not', null)
      .execute();
    const before = (await readMails(app.folder)).filter(({ to }) => to === FROM).length;
    for (let i = 0; i < 22; i += 1) await send(`pages 1 no ${i}`);
    await convert();
    const after = (await readMails(app.folder)).filter(({ to }) => to === FROM).length;
    expect(after - before).toBeLessThanOrEqual(20);
    expect(after - before).toBeGreaterThan(10);
  });
});
