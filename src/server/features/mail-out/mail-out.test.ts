import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openMailOut } from '#engine/mail/choose.ts';
import { parseAddress } from '#engine/mail/port.ts';
import type { MailMessage, MailOut, MailOutcome } from '#engine/mail/port.ts';
import { loadMessages } from '#server/kit/messages.ts';
import type { Messages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/product.ts';
import { makeBrand } from '#test/factories.ts';
import { handQueue } from '#test/hand-queue.ts';
import { readMails } from '#test/mails.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMailDelivery } from './mail-delivery.ts';
import type { MailDelivery } from './mail-delivery.ts';
import { createQueueMail } from './mail-out.service.ts';
import type { NewMail, QueueMail } from './mail-out.service.ts';

const KEY = Buffer.alloc(32, 7);
const TOKEN = 'tOkEn-that-opens-an-account';

describe('outgoing mail', () => {
  let database: TestDatabase;
  let folder: string;
  let messages: Messages;
  let queueMail: QueueMail;
  let delivery: MailDelivery;
  let brandId: number;
  let files: Record<string, Uint8Array>;
  let outcome: MailOutcome | undefined;
  let logged: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'f2e-mail-out-'));
    messages = await loadMessages(projectFolders.locales);
    brandId = await makeBrand(database.db, { title: 'Harbor Fax', domain: 'fax.harbor.example' });
    const from = parseAddress('no-reply@fax.example') ?? expect.fail();
    queueMail = createQueueMail({ queue: handQueue().queue, payloadKey: KEY, from });
    const out = openMailOut('file:', folder);
    const mail: MailOut = {
      ...out,
      send: async (message: MailMessage) => outcome ?? (await out.send(message)),
    };
    delivery = createMailDelivery({
      database,
      mail,
      files: { get: async (key) => files[key] ?? null },
      messages,
      payloadKey: KEY,
      from,
      publicOrigin: 'http://localhost:8123',
      publicPath: '/fax',
      log: pino({ level: 'trace' }, { write: (line) => void (logged += line) }),
    });
  });
  beforeEach(async () => {
    await database.db.deleteFrom('mail_out').execute();
    await rm(join(folder, 'mail'), { recursive: true, force: true });
    outcome = undefined;
    files = {};
    logged = '';
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const newMail = (more: Partial<NewMail> = {}): NewMail => ({
    template: 'reset-password',
    brandId,
    to: 'owner@example.com',
    language: 'en',
    params: { name: '212-555-0100', minutes: 60 },
    path: `/reset-password?token=${TOKEN}`,
    ...more,
  });
  const queued = async (mail: NewMail) => {
    await database.transaction(async (tx) => await queueMail(tx, mail));
    return (await rows()).at(-1)?.id ?? 0;
  };
  const rows = async () => await database.db.selectFrom('mail_out').selectAll().orderBy('id').execute();

  it('leaves with the brand’s name, origin and link, in the language, as text and HTML', async () => {
    await delivery.deliver(await queued(newMail()));
    const [sent, ...more] = await readMails(folder);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      template: 'reset-password',
      to: 'owner@example.com',
      from: 'Harbor Fax <no-reply@fax.example>',
      subject: 'Choose a new password for Harbor Fax',
      link: `http://fax.harbor.example:8123/fax/reset-password?token=${TOKEN}`,
    });
    expect(sent?.text).toContain('212-555-0100');
    expect(sent?.source).toContain('Content-Type: text/html');
    expect((await rows())[0]).toMatchObject({ state: 'sent', tries: 1, payload: null });
    expect(sent?.messageId).toBe(`<${(await rows())[0]?.message_id}>`);
  });

  it('a brand’s own origin wins; a brand without a domain has the public one', async () => {
    const own = await makeBrand(database.db, { domain: 'x.example' });
    await database.db
      .updateTable('brand')
      .set({ origin: 'https://own.example' })
      .where('id', '=', own)
      .execute();
    const bare = await makeBrand(database.db);
    for (const id of [own, bare])
      await delivery.deliver(await queued(newMail({ brandId: id, path: '/login' })));
    expect((await readMails(folder)).map(({ link }) => link)).toEqual([
      'https://own.example/fax/login',
      'http://localhost:8123/fax/login',
    ]);
  });

  it('what opens an account stands nowhere but in the mail: not in the table, not in the log', async () => {
    const id = await queued(newMail());
    outcome = { kind: 'retry', reason: 'busy', detail: 'later' };
    await expect(delivery.deliver(id)).rejects.toThrow('was not taken: busy');
    const waiting = JSON.stringify(await rows());
    expect(waiting).not.toContain(TOKEN);
    expect(waiting).not.toContain(Buffer.from(TOKEN).toString('base64').slice(2, -3));
    outcome = undefined;
    await delivery.deliver(id);
    expect(JSON.stringify(await rows()) + logged).not.toContain(TOKEN);
    expect(logged).toContain('mail sent');
  });

  it('is not there when the caller’s transaction is rolled back', async () => {
    const failing = database.transaction(async (tx) => {
      await queueMail(tx, newMail());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await rows()).toEqual([]);
  });

  it('is tried again under the same id until it is taken, and never after that', async () => {
    const id = await queued(newMail());
    outcome = { kind: 'retry', reason: 'unreachable', detail: 'nobody there' };
    await expect(delivery.deliver(id)).rejects.toThrow('unreachable');
    expect((await rows())[0]).toMatchObject({
      state: 'queued',
      tries: 1,
      last_reason: 'unreachable: nobody there',
    });
    outcome = undefined;
    await delivery.deliver(id);
    await delivery.deliver(id);
    expect(await readMails(folder)).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ state: 'sent', tries: 2 });
  });

  it.each([
    ['password-changed', 119, 'queued'],
    ['password-changed', 121, 'failed'],
    ['reset-password', 0.9, 'queued'],
    ['reset-password', 1.1, 'failed'],
  ] as const)('a mail %s that waits for %s hours is %s', async (template, hours, state) => {
    const id = await queued(newMail({ template }));
    await database.pool.query('update mail_out set created_at = now() - make_interval(secs => $1)', [
      hours * 3600,
    ]);
    outcome = { kind: 'retry', reason: 'busy', detail: '' };
    await delivery.deliver(id).catch(() => undefined);
    expect((await rows())[0]?.state).toBe(state);
  });

  it('a refusal is final and forgets what the mail was about', async () => {
    const id = await queued(newMail());
    outcome = { kind: 'final', reason: 'address', detail: '550 no such mailbox' };
    await delivery.deliver(id);
    expect((await rows())[0]).toMatchObject({
      state: 'failed',
      payload: null,
      last_reason: 'address: 550 no such mailbox',
    });
    expect(logged).not.toContain('owner@example.com');
  });

  it.each(['a@x.test, b@y.test', 'a@x.test\r\nBcc: y@evil.test', 'Name <a@x.test>', ''])(
    'reaches nobody when its address is %j',
    async (to) => {
      await delivery.deliver(await queued(newMail({ to })));
      expect(await readMails(folder)).toEqual([]);
      expect((await rows())[0]).toMatchObject({ state: 'failed', last_reason: 'not one address' });
    },
  );

  it('carries files of the store; one that is gone fails it', async () => {
    const attachments = [{ name: 'fax.pdf', type: 'application/pdf', key: 'documents/abc/fax.pdf' }];
    files = { 'documents/abc/fax.pdf': Buffer.from('%PDF-1.7') };
    const params = { from: '310-555-0111', name: '212-555-0100', pages: 2 };
    const mail = newMail({ template: 'new-fax', params, path: '/inbox', attachments });
    await delivery.deliver(await queued(mail));
    expect((await readMails(folder))[0]?.source).toContain(Buffer.from('%PDF-1.7').toString('base64'));
    files = {};
    await delivery.deliver(await queued(mail));
    expect((await rows())[1]).toMatchObject({ state: 'failed', last_reason: 'a file is gone' });
  });

  it('forgets mails a month after they ended, never one that waits', async () => {
    const old = await queued(newMail());
    await delivery.deliver(old);
    const waiting = await queued(newMail());
    await database.pool.query(`update mail_out set created_at = now() - interval '40 days'`);
    await delivery.forgetOld(AbortSignal.timeout(10_000));
    expect((await rows()).map(({ id }) => id)).toEqual([old, waiting]);
    await database.pool.query(
      `update mail_out set ended_at = now() - interval '31 days' where state = 'sent'`,
    );
    await delivery.forgetOld(AbortSignal.timeout(10_000));
    expect((await rows()).map(({ id }) => id)).toEqual([waiting]);
  });
});
