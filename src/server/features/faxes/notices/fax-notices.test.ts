import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { DocumentEngine } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import type { AccountValues } from '#test/factories.ts';
import { fakeDocuments, storeFax } from '#test/mailbox-rig.ts';
import { readMails } from '#test/mails.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

type Account = Awaited<ReturnType<typeof makeAccount>>;

describe('mails about faxes', () => {
  let test: TestApp;
  let documents: DocumentEngine;
  let account: Account;

  beforeAll(async () => {
    ({ documents } = fakeDocuments());
    documents.toFaxPages = async ([file]) => ({ kind: 'ok', tiff: file?.bytes ?? Buffer.alloc(0), pages: 2 });
    test = await startApp({ documents });
  });
  beforeEach(async () => {
    account = await makeAccount(test.database.db);
  });
  afterAll(async () => await test.stop());

  const owner = async (values: AccountValues) => {
    account = await makeAccount(test.database.db, values);
  };
  const setting = async (values: Record<string, unknown>, id: AccountId = account.id) =>
    await test.database.db.updateTable('account_settings').set(values).where('account_id', '=', id).execute();
  const add = async (email: string, receives = true) =>
    await test.database.db
      .insertInto('subaccount')
      .values({ account_id: account.id, email, receive_faxes: receives, send_faxes: true })
      .execute();
  let calls = 0;
  const receive = async (more: { caller?: string; stationId?: string; cutOff?: boolean } = {}) => {
    const { tiff } = await storeFax(test, (await makeAccount(test.database.db)).id, { pages: 2 });
    const arrival = { caller: '3105550111', stationId: 'HARBOR LAW', called: account.number, ...more };
    calls += 1;
    await test.sending.arrivals.receive({
      lineId: null,
      callRef: `c${calls}`,
      ...arrival,
      tiff,
      source: 'line',
    });
  };
  const delivered = async () => {
    const known = new Set((await readMails(test.folder)).map(({ messageId }) => messageId));
    await test.runJobs();
    return (await readMails(test.folder)).filter(({ messageId }) => !known.has(messageId));
  };
  const ended = async (
    template: 'sent' | 'failed',
    job: Record<string, unknown>,
    reason: string | null = null,
  ) => {
    const fax = await makeFax(test.database.db, account.id, { action: 'S', pages: 3 });
    await test.database.db
      .updateTable('fax')
      .set({ reason, ...(template === 'failed' && { status: 'FAILED' as const }) })
      .where('id', '=', fax.id)
      .execute();
    await test.database.db
      .insertInto('send_job')
      .values({ account_id: account.id, fax_id: fax.id, to_number: '3105550111', dials: 2, ...job })
      .execute();
    await test.database.transaction(
      async (tx) => await test.mail.notices[template](tx, { accountId: account.id, faxId: fax.id }),
    );
    return await delivered();
  };

  it('[PGEN-10] go to the owner with the PDF and the first page, and not when they are turned off', async () => {
    await receive();
    const [mail, ...more] = await delivered();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      template: 'new-fax',
      to: account.email,
      subject: 'New fax from 310-555-0111',
      link: expect.stringMatching(/\/inbox\?fax=\d+$/u) as string,
    });
    expect(mail?.text).toMatch(/From: 310-555-0111\s+Caller: HARBOR LAW\s+Pages: 2\s+Time: \w+ \d/u);
    expect(mail?.source).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 8));
    expect(mail?.source).toMatch(/filename=fax_3105550111_\d{12}\.pdf/u);
    expect(mail?.source).toContain('Content-ID: <page1>');
    await setting({ notify_new: false });
    await receive();
    expect(await delivered()).toEqual([]);
  });

  it('of a fax that was cut off say that pages are missing and that its sender knows', async () => {
    await add('copies@example.com');
    await receive({ cutOff: true });
    const mails = await delivered();
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      const line = text.replaceAll(/\s+/gu, ' ');
      expect(line).toContain('Incomplete: The call ended early, so pages are missing.');
      expect(line).toContain('was told that the fax failed');
    }
  });

  it('go to each address that receives faxes, once, and to no other', async () => {
    await add('reads@example.com');
    await add('sends@example.com', false);
    await add(account.email);
    await receive();
    expect((await delivered()).map(({ to, template }) => `${to} ${template}`).toSorted()).toEqual(
      [`${account.email} new-fax`, 'reads@example.com fax-received'].toSorted(),
    );
    await setting({ notify_new: false });
    await receive();
    expect((await delivered()).map(({ to }) => to).toSorted()).toEqual(
      [account.email, 'reads@example.com'].toSorted(),
    );
  });

  it('bring a TIFF or nothing where the account wants it so', async () => {
    await setting({ fax_copy: 'tiff' });
    await receive();
    expect((await delivered())[0]?.source).toMatch(/filename=fax_3105550111_\d{12}\.tiff/u);
    await setting({ fax_copy: 'notice' });
    await receive();
    const [notice] = await delivered();
    expect(notice?.source).not.toContain('Content-Disposition');
    expect(notice?.text).toContain('Caller: HARBOR LAW');
  });

  it('[A-MAILOUT-02] of an account with health records show neither pages nor whole numbers nor names', async () => {
    await owner({ hipaa: true });
    await add('reads@example.com');
    await receive();
    const mails = await delivered();
    expect(mails).toHaveLength(2);
    for (const { source, subject, text } of mails) {
      expect(subject).toBe('New fax from ***-***-0111');
      expect(source).not.toContain('Content-Disposition');
      expect(source).not.toContain('cid:');
      for (const secret of ['310-555-0111', '3105550111', account.number, 'HARBOR LAW'])
        expect(source.replaceAll(account.email, '') + text).not.toContain(secret);
      expect(text).toContain('Log in to read the fax.');
    }
    // Also if it became one after the mail was queued.
    await owner({});
    await receive();
    await test.database.db
      .updateTable('account')
      .set({ is_hipaa: true })
      .where('id', '=', account.id)
      .execute();
    expect((await delivered())[0]?.source).not.toContain('Content-Disposition');
  });

  it('[A-MAILOUT-03] their link opens nothing without a login and names no file', async () => {
    await receive();
    const link = (await delivered())[0]?.link ?? '';
    const { path_key: pathKey } = await test.database.db
      .selectFrom('fax')
      .select('path_key')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(link).not.toContain(pathKey);
    expect(new URL(link).search).toMatch(/^\?fax=\d+$/u);
    for (const file of ['fax.pdf', 'prev1.gif']) {
      const url = `/api/faxui/getFaxFile?file=${pathKey}/${file}`;
      expect((await test.app.inject({ url })).statusCode).toBe(401);
    }
  });

  it('a caller without a number is said to be withheld', async () => {
    await receive({ caller: '', stationId: '' });
    const [mail] = await delivered();
    expect(mail?.subject).toBe('New fax from a withheld number');
    expect(mail?.text).not.toContain('Caller:');
  });

  it('tell the owner of a failed fax with the plain reason, of a sent one when wanted', async () => {
    const [failed, ...more] = await ended('failed', {}, 'BUSY');
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      template: 'fax-failed',
      to: account.email,
      subject: 'Fax to 310-555-0111 not sent',
    });
    expect(failed?.text).toMatch(/Calls: 2\s+Reason: The line was busy\./u);
    const [uncertain] = await ended('failed', {}, 'UNCERTAIN');
    expect(uncertain?.text).toContain('may have arrived');
    expect(await ended('sent', {})).toEqual([]);
    await setting({ send_notices: 'all' });
    expect(await ended('sent', {})).toMatchObject([{ template: 'fax-sent', to: account.email }]);
    await setting({ send_notices: 'sent' });
    expect(await ended('sent', {})).toMatchObject([{ template: 'fax-sent', to: account.email }]);
    expect(await ended('failed', {}, 'BUSY')).toEqual([]);
    await setting({ send_notices: 'none' });
    expect(await ended('failed', {}, 'BUSY')).toEqual([]);
  });

  it('tell whoever sent by mail what became of it, whatever the owner wants', async () => {
    await setting({ send_notices: 'none' });
    const byMail = { origin: 'email', originator_email: 'Dana@example.com' };
    expect(await ended('sent', byMail)).toMatchObject([{ to: 'dana@example.com', template: 'fax-sent' }]);
    expect(await ended('failed', byMail, 'BUSY')).toMatchObject([{ to: 'dana@example.com' }]);
    // A fax that failed because of its document is in the answer to that mail.
    const unmade = { ...byMail, dials: 0, ready: false };
    expect(await ended('failed', unmade, 'DOCUMENT_DAMAGED')).toEqual([]);
    expect(await ended('failed', unmade, 'LIMIT_REACHED')).toEqual([]);
  });

  it('tell whoever sent by mail, once, that a fax failed before its first call when it was due', async () => {
    const late = { origin: 'email', dials: 0 };
    for (const reason of ['DAY_LIMIT', 'LIMIT_REACHED', 'BARRED']) {
      await setting({ send_notices: 'none' });
      const byOther = { ...late, originator_email: 'dana@example.com' };
      expect(await ended('failed', byOther, reason)).toMatchObject([{ to: 'dana@example.com' }]);
      await setting({ send_notices: 'failed' });
      const byOwner = { ...late, originator_email: account.email };
      expect(await ended('failed', byOwner, reason)).toMatchObject([{ to: account.email }]);
    }
  });

  it('the same call reported twice is one mail', async () => {
    const { tiff } = await storeFax(test, (await makeAccount(test.database.db)).id);
    const arrival = {
      lineId: null,
      callRef: 'twice',
      caller: '3105550111',
      stationId: '',
      called: account.number,
    };
    await Promise.all(
      [1, 2, 3].map(async () => await test.sending.arrivals.receive({ ...arrival, tiff, source: 'line' })),
    );
    expect(await delivered()).toHaveLength(1);
  });
});
