import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { provenAccount } from '#server/kit/scope.ts';
import { makeAccount, makeBrand, makeFax } from '#test/factories.ts';
import { startMailOut } from '#test/mail-out-rig.ts';
import type { MailOutRig } from '#test/mail-out-rig.ts';
import { readMails } from '#test/mails.ts';

import type { NewMail } from './mail-out.service.ts';
import { stopWaiting } from './mail-out.store.ts';

describe('mails about a fax', () => {
  let rig: MailOutRig;
  beforeAll(async () => {
    rig = await startMailOut();
  });
  beforeEach(async () => await rig.reset());
  afterAll(async () => await rig.stop());

  const faxMail = async (more: Partial<NewMail> = {}) => {
    const account = await makeAccount(rig.database.db, { brandId: rig.brandId });
    const { id: faxId } = await makeFax(rig.database.db, account.id);
    const params = { from: '310-555-0111', name: '212-555-0100', pages: 2, at: 'today' };
    return rig.newMail({
      template: 'new-fax',
      accountId: account.id,
      faxId,
      params,
      path: '/inbox',
      ...more,
    });
  };
  const PDF = { name: 'fax.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };

  it('takes the document along when it leaves, shows its first page, and writes down that it left', async () => {
    const picture = { name: 'p.gif', type: 'image/gif', bytes: Buffer.from('GIF89a'), contentId: 'page1' };
    rig.fax = { files: [PDF], picture, note: 'attached' };
    const mail = await faxMail();
    await rig.delivery.deliver(await rig.queued(mail));
    expect(rig.enclosed).toEqual([
      { accountId: mail.accountId, faxId: mail.faxId, template: 'new-fax', bare: false },
    ]);
    const [sent] = await readMails(rig.folder);
    expect(sent?.source).toContain(PDF.bytes.toString('base64'));
    expect(sent?.source).toContain('Content-ID: <page1>');
    expect(sent?.text.replaceAll('\r', '')).toContain(
      'From: 310-555-0111\nPages: 2\nTime: today\n\nThe fax is attached.',
    );
    const audit = await rig.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'fax.mailed')
      .execute();
    expect(audit).toMatchObject([
      { account_id: mail.accountId, object: `fax/${mail.faxId}`, detail: { to: 'owner@example.com' } },
    ]);
  });

  it('[F-mail-10] one that waits for words has one job that delivers it, whichever comes first', async () => {
    const waiting = async (minutes: number) => {
      const wordsUntil = new Date(Date.now() + minutes * 60_000);
      const mail = await faxMail({ wordsUntil });
      const id = await rig.queued(mail);
      const fax = { accountId: mail.accountId ?? 0, faxId: mail.faxId ?? 0 };
      return { id, known: async () => await stopWaiting(rig.database.db, fax) };
    };
    const early = await waiting(5);
    expect(await early.known()).toEqual([{ mailId: early.id, to: 'owner@example.com' }]);
    expect(await early.known()).toEqual([]);
    // The job for the end of the wait leaves the mail to the job that was added because its words are known.
    await rig.delivery.deliver(early.id, { waited: true });
    expect([await readMails(rig.folder), (await rig.rows())[0]?.lease_token]).toEqual([[], 0]);
    await rig.delivery.deliver(early.id);
    const late = await waiting(-1);
    expect(await late.known()).toEqual([]);
    await rig.delivery.deliver(late.id, { waited: true });
    expect(await readMails(rig.folder)).toHaveLength(2);
  });

  it('a document that is too large for the receiver becomes a link in the same run', async () => {
    rig.fax = { files: [PDF], picture: null, note: 'attached' };
    rig.outcomes = [{ kind: 'final', reason: 'size', detail: '552 5.3.4 too big', status: '5.3.4' }];
    const id = await rig.queued(await faxMail());
    await rig.delivery.deliver(id);
    expect(rig.enclosed.map(({ bare }) => bare)).toEqual([false, true]);
    const [sent, ...more] = await readMails(rig.folder);
    expect(more).toEqual([]);
    expect(sent?.source).not.toContain('application/pdf');
    expect(sent?.text).toContain('too large to attach');
    expect((await rig.rows())[0]).toMatchObject({ state: 'sent', bare: true });
  });

  it('an address that refused three mails gets none about faxes any more, but still those it asked for', async () => {
    rig.outcome = { kind: 'final', reason: 'address', detail: '550 5.1.1 no such mailbox', status: '5.1.1' };
    const first = {
      ...(await faxMail({ to: 'Gone@example.com' })),
      uncounted: true as const,
    };
    const again = async () => {
      const { id } = await makeFax(rig.database.db, provenAccount(first.accountId ?? 0));
      await rig.delivery.deliver(await rig.queued({ ...first, faxId: id }));
    };
    for (let time = 0; time < 3; time += 1) await again();
    rig.outcome = undefined;
    await again();
    expect((await rig.rows()).at(-1)).toMatchObject({ state: 'failed', last_reason: 'address suspended' });
    await rig.delivery.deliver(await rig.queued(await faxMail({ to: 'gone@example.com', uncounted: true })));
    await rig.delivery.deliver(
      await rig.queued(
        rig.newMail({ to: 'gone@example.com', accountId: first.accountId ?? 0, uncounted: true }),
      ),
    );
    // Another account's mail, and a new password: both were sent.
    expect((await readMails(rig.folder)).map(({ template }) => template)).toEqual([
      'new-fax',
      'reset-password',
    ]);
  });

  it('reports go to a signed address of the sender’s domain, which is the brand’s own where it has one', async () => {
    const own = await makeBrand(rig.database.db);
    await rig.database.db
      .updateTable('brand')
      .set({ send_domain: 'mail.own.example' })
      .where('id', '=', own)
      .execute();
    await rig.delivery.deliver(await rig.queued(rig.newMail()));
    await rig.delivery.deliver(await rig.queued(rig.newMail({ brandId: own })));
    const sources = (await readMails(rig.folder)).map(({ source }) => source);
    expect(sources[0]).toMatch(/^X-Envelope-From: b-[0-9a-v]+-[0-9a-f]{16}@fax\.example\r\n/u);
    expect(sources[1]).toMatch(/^X-Envelope-From: b-[0-9a-v]+-[0-9a-f]{16}@mail\.own\.example\r\n/u);
    expect(sources[1]).toContain('From: "Fax-to-Email" <no-reply@mail.own.example>');
  });

  it('an answer names the mail that it answers and has no return path', async () => {
    const params = { to: '310-555-0111', reason: 'The document is damaged.' };
    await rig.delivery.deliver(
      await rig.queued(
        rig.newMail({ template: 'email-fax-rejected', params, answers: '<asked@example.com>' }),
      ),
    );
    const source = (await readMails(rig.folder))[0]?.source ?? '';
    expect(source).toContain('X-Envelope-From: \r\n');
    expect(source).toContain('In-Reply-To: <asked@example.com>');
    expect(source).toContain('Auto-Submitted: auto-replied');
  });
});
