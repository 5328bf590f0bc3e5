import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { MailOutcome } from '#engine/mail/port.ts';
import { everyTry } from '#test/every-try.ts';
import { makeBrand } from '#test/factories.ts';
import { startMailOut, TOKEN } from '#test/mail-out-rig.ts';
import type { MailOutRig } from '#test/mail-out-rig.ts';
import { readMails } from '#test/mails.ts';

import { mailOutJobs } from './mail-out.jobs.ts';

describe('outgoing mail', () => {
  let rig: MailOutRig;
  beforeAll(async () => {
    rig = await startMailOut();
  });
  beforeEach(async () => await rig.reset());
  afterAll(async () => await rig.stop());

  it('leaves with the brand’s name, origin and link, in the language, as text and HTML', async () => {
    await rig.delivery.deliver(await rig.queued(rig.newMail()));
    const [sent, ...more] = await readMails(rig.folder);
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
    expect((await rig.rows())[0]).toMatchObject({ state: 'sent', tries: 1, payload: null });
    expect(sent?.messageId).toBe(`<${(await rig.rows())[0]?.message_id}>`);
  });

  it('a brand’s own origin wins; a brand without a domain has the public one', async () => {
    const own = await makeBrand(rig.database.db, { domain: 'x.example' });
    await rig.database.db
      .updateTable('brand')
      .set({ origin: 'https://own.example' })
      .where('id', '=', own)
      .execute();
    const bare = await makeBrand(rig.database.db, { domain: null });
    for (const id of [own, bare])
      await rig.delivery.deliver(await rig.queued(rig.newMail({ brandId: id, path: '/login' })));
    expect((await readMails(rig.folder)).map(({ link }) => link)).toEqual([
      'https://own.example/fax/login',
      'http://localhost:8123/fax/login',
    ]);
  });

  it('what opens an account stands nowhere but in the mail: not in the table, not in the log', async () => {
    const id = await rig.queued(rig.newMail());
    rig.outcome = { kind: 'retry', reason: 'busy', detail: 'later' };
    await expect(rig.delivery.deliver(id)).rejects.toThrow('was not taken: busy');
    const waiting = JSON.stringify(await rig.rows());
    expect(waiting).not.toContain(TOKEN);
    expect(waiting).not.toContain(Buffer.from(TOKEN).toString('base64').slice(2, -3));
    rig.outcome = undefined;
    await rig.delivery.deliver(id);
    expect(JSON.stringify(await rig.rows()) + rig.logged).not.toContain(TOKEN);
    expect(rig.logged).toContain('mail sent');
  });

  it('is not there when the caller’s transaction is rolled back', async () => {
    const failing = rig.database.transaction(async (tx) => {
      await rig.queueMail(tx, rig.newMail());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await rig.rows()).toEqual([]);
  });

  it('is tried again under the same id until it is taken, and never after that', async () => {
    const id = await rig.queued(rig.newMail());
    rig.outcome = { kind: 'retry', reason: 'unreachable', detail: 'nobody there' };
    await expect(rig.delivery.deliver(id)).rejects.toThrow('unreachable');
    expect((await rig.rows())[0]).toMatchObject({
      state: 'queued',
      tries: 1,
      last_reason: 'unreachable: nobody there',
    });
    rig.outcome = undefined;
    await rig.delivery.deliver(id);
    await rig.delivery.deliver(id);
    expect(await readMails(rig.folder)).toHaveLength(1);
    expect((await rig.rows())[0]).toMatchObject({ state: 'sent', tries: 2 });
  });

  it('[F-mail-01] the queue tries with growing waits for five days; one that is taken before their end leaves once', async () => {
    const [deliver] = mailOutJobs(rig.delivery);
    if (!deliver) throw new Error('nothing delivers');
    const down: MailOutcome = { kind: 'retry', reason: 'unreachable', detail: 'nobody there' };
    const DAY = 86_400;
    const waitsUntil = async (back: number) => {
      // No link in it expires earlier.
      const mailId = await rig.queued(rig.newMail({ template: 'password-changed' }));
      rig.outcome = down;
      let passed = 0;
      const waits = await everyTry(rig.database, deliver, { mailId }, async (seconds) => {
        passed += seconds;
        if (passed >= back) rig.outcome = undefined;
        await rig.database.pool.query(
          'update mail_out set created_at = created_at - make_interval(secs => $1) where id = $2',
          [seconds, mailId],
        );
      });
      // The age includes the time of the attempts themselves.
      const { rows } = await rig.database.pool.query<{ state: string; age: number }>(
        'select state, extract(epoch from now() - created_at)::float8 as age from mail_out where id = $1',
        [mailId],
      );
      return { waits, age: rows[0]?.age, state: rows[0]?.state };
    };
    const gone = await waitsUntil(Number.POSITIVE_INFINITY);
    expect(gone.state).toBe('failed');
    expect(gone.waits[0]).toBeLessThan(120);
    expect(Math.max(...gone.waits)).toBeLessThan(1_805);
    expect(Math.max(...gone.waits.slice(-10))).toBeGreaterThan(1_200);
    expect(gone.age).toBeGreaterThan(5 * DAY);
    expect(gone.age).toBeLessThan(5.05 * DAY);
    expect(await readMails(rig.folder)).toEqual([]);
    expect(await waitsUntil(4.9 * DAY)).toMatchObject({ state: 'sent' });
    expect(await readMails(rig.folder)).toHaveLength(1);
  });

  it('keeps its job when another worker has it and may still fail', async () => {
    const id = await rig.queued(rig.newMail());
    rig.outcome = { kind: 'lost' };
    await expect(rig.delivery.deliver(id)).rejects.toThrow('is with another worker');
    rig.outcome = undefined;
    await rig.delivery.deliver(id);
    expect((await rig.rows())[0]?.state).toBe('sent');
  });

  it('[A-MAILOUT-02] waits for TLS where the relay offers none, and leaves when it does', async () => {
    const id = await rig.queued(rig.newMail());
    rig.outcomes = [{ kind: 'retry', reason: 'encryption', detail: 'no STARTTLS' }];
    await expect(rig.delivery.deliver(id)).rejects.toThrow('was not taken: encryption');
    expect((await rig.rows())[0]).toMatchObject({ state: 'queued', last_reason: 'encryption: no STARTTLS' });
    expect(await readMails(rig.folder)).toEqual([]);
    await rig.delivery.deliver(id);
    expect((await rig.rows())[0]?.state).toBe('sent');
  });

  it.each([
    ['password-changed', 119, 'queued'],
    ['password-changed', 121, 'failed'],
    ['reset-password', 0.9, 'queued'],
    ['reset-password', 1.1, 'failed'],
  ] as const)('a mail %s that waits for %s hours is %s', async (template, hours, state) => {
    const id = await rig.queued(rig.newMail({ template }));
    await rig.database.pool.query('update mail_out set created_at = now() - make_interval(secs => $1)', [
      hours * 3600,
    ]);
    rig.outcome = { kind: 'retry', reason: 'busy', detail: '' };
    await rig.delivery.deliver(id).catch(() => undefined);
    expect((await rig.rows())[0]?.state).toBe(state);
  });

  it('a refusal is final and forgets what the mail was about', async () => {
    const id = await rig.queued(rig.newMail());
    rig.outcome = { kind: 'final', reason: 'address', detail: '550 no such mailbox' };
    await rig.delivery.deliver(id);
    expect((await rig.rows())[0]).toMatchObject({
      state: 'failed',
      payload: null,
      last_reason: 'address: 550 no such mailbox',
    });
    expect(rig.logged).not.toContain('owner@example.com');
  });

  it.each(['a@x.test, b@y.test', 'a@x.test\r\nBcc: y@evil.test', 'Name <a@x.test>', ''])(
    'reaches nobody when its address is %j',
    async (to) => {
      await rig.delivery.deliver(await rig.queued(rig.newMail({ to })));
      expect(await readMails(rig.folder)).toEqual([]);
      expect((await rig.rows())[0]).toMatchObject({ state: 'failed', last_reason: 'not one address' });
    },
  );

  it('carries files of the store; one that is gone fails it', async () => {
    const attachments = [{ name: 'fax.pdf', type: 'application/pdf', key: 'documents/abc/fax.pdf' }];
    rig.files = { 'documents/abc/fax.pdf': Buffer.from('%PDF-1.7') };
    const params = { from: '310-555-0111', name: '212-555-0100', pages: 2 };
    const mail = rig.newMail({ template: 'new-fax', params, path: '/inbox', attachments });
    await rig.delivery.deliver(await rig.queued(mail));
    expect((await readMails(rig.folder))[0]?.source).toContain(Buffer.from('%PDF-1.7').toString('base64'));
    rig.files = {};
    await rig.delivery.deliver(await rig.queued(mail));
    expect((await rig.rows())[1]).toMatchObject({ state: 'failed', last_reason: 'a file is gone' });
  });

  it('forgets mails a month after they ended, never one that waits and is not too old', async () => {
    const old = await rig.queued(rig.newMail());
    await rig.delivery.deliver(old);
    const waiting = await rig.queued(rig.newMail());
    await rig.database.pool.query(`update mail_out set created_at = now() - interval '5 days'`);
    await rig.delivery.forgetOld(AbortSignal.timeout(10_000));
    expect((await rig.rows()).map(({ id }) => id)).toEqual([old, waiting]);
    await rig.database.pool.query(
      `update mail_out set ended_at = now() - interval '31 days' where state = 'sent'`,
    );
    await rig.delivery.forgetOld(AbortSignal.timeout(10_000));
    expect((await rig.rows()).map(({ id }) => id)).toEqual([waiting]);
  });
});
