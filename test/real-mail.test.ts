import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDocumentEngine } from '#engine/documents/choose.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { checkRecords, dnsLookUp, recordsFor } from '#server/features/mail-domains/mail-domains.service.ts';
import { isSuspended } from '#server/features/mail-bounces/mail-bounces.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount, makeBrand } from './factories.ts';
import { startMailIn } from './mail-in-rig.ts';
import { BELIEVED, believeMail, zoneOf } from './mail-rig/believe-mail.ts';
import { startMailServers, whyNoMailRig } from './mail-rig/start-mail-rig.ts';
import type { DeliveredMail, MailServers } from './mail-rig/start-mail-rig.ts';
import { storeFax } from './mailbox-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { until } from './sending-rig.ts';
import { silentLog } from './test-database.ts';

const run = promisify(execFile);
const why = whyNoMailRig();
if (why !== null) process.stderr.write(`NOT TESTED with real mail servers: ${why}\n`);

describe.skipIf(why !== null)('mail that really travels', () => {
  let servers: MailServers;
  let documents: DocumentEngine;
  let test: TestApp;
  let folder: string;
  let brandId: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-real-mail-'));
    servers = await startMailServers();
    documents = await openDocumentEngine({
      workers: 1,
      untrusted: 'sandbox',
      tempDir: tmpdir(),
      log: silentLog,
    });
    const env = { F2E_SMTP_URL: `smtp://127.0.0.1:${servers.smtpPort}`, F2E_DNS: servers.dns };
    test = await startApp({ documents, env });
    brandId = await makeBrand(test.database.db, { title: 'Harbor Fax' });
    await test.database.db
      .updateTable('brand')
      .set({ send_domain: 'fax.test' })
      .where('id', '=', brandId)
      .execute();
    await servers.publish(await recordsOf('fax.test'));
  });
  afterAll(async () => {
    await test?.stop();
    await documents?.close();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The records that `f2e mail dns` prints, as a zone file has them; this machine is the mail server. */
  const recordsOf = async (domain: string) => {
    const key = await test.mail.domains.keyOf(domain);
    if (!key) throw new Error('there is no key');
    return [...zoneOf(recordsFor(key, 'mx.fax.test')), 'mx.fax.test. IN A 127.0.0.1'];
  };

  const makeOwner = async (email: string) => {
    const account = await makeAccount(test.database.db, { brandId });
    await test.database.db
      .updateTable('account')
      .set({ admin_email: email })
      .where('id', '=', account.id)
      .execute();
    return account;
  };
  const addReceiver = async (account: AccountId, email: string, receives = true) =>
    await test.database.db
      .insertInto('subaccount')
      .values({ account_id: account, email, receive_faxes: receives, send_faxes: false })
      .execute();
  const receive = async (number: string, text: string, callRef: string) => {
    const page = await documents.toFaxPages([{ name: 'a.txt', bytes: Buffer.from(text) }]);
    if (page.kind !== 'ok') throw new Error('a plain text could not be converted');
    const arrival = { lineId: null, callRef, caller: '3105550111', stationId: 'HARBOR LAW', called: number };
    return await test.sending.arrivals.receive({ ...arrival, tiff: page.tiff, source: 'line' });
  };
  const arrived = async (user: string, count: number): Promise<DeliveredMail[]> =>
    await until(
      async () => await servers.inbox(user),
      (mails) => mails.length >= count,
    );
  /** The product's own listener, where Postfix hands mail for fax.test to. */
  const listen = async () => {
    const { database, mail, sending } = test;
    const engines = { database, log: pino({ level: 'silent' }) };
    return await startMailIn({ engines, mail, sending }, { port: servers.faxPort });
  };
  const states = async () =>
    await test.database.db
      .selectFrom('mail_out')
      .select(['to_address', 'state', 'bare'])
      .orderBy('id')
      .execute();

  it('[SUB-19] a fax that arrives is a valid PDF in every mailbox that may have it, believed by its receiver', async () => {
    const account = await makeOwner('admin@customer.test');
    await addReceiver(account.id, 'sub1@customer.test');
    await addReceiver(account.id, 'sub2@customer.test', false);
    await receive(account.number, 'Two words.', 'real-1');
    await test.runJobs();
    const [mail] = await arrived('admin', 1);
    const { mail: parsed, ...proof } = await believeMail(mail?.source ?? Buffer.alloc(0), servers.dns);
    expect(parsed.from).toEqual({ name: 'Harbor Fax', address: 'no-reply@fax.test' });
    expect(parsed.subject).toBe('New fax from 310-555-0111');
    const [picture, pdf] = parsed.attachments;
    expect([picture?.mimeType, picture?.contentId]).toEqual(['image/gif', '<page1>']);
    expect(pdf?.mimeType).toBe('application/pdf');
    const file = join(folder, 'fax.pdf');
    await writeFile(file, Buffer.from(pdf?.content as ArrayBuffer));
    expect((await run('pdfinfo', [file])).stdout).toMatch(/^Pages:\s+1$/mu);
    expect(proof).toEqual(BELIEVED);
    expect(parsed.returnPath).toMatch(/^b-[0-9a-v]+-[0-9a-f]{16}@fax\.test$/u);
    expect(await arrived('sub1', 1)).toHaveLength(1);
    expect(await servers.inbox('sub2')).toEqual([]);
  });

  it('the records that the operator is told to add are found when they are there', async () => {
    const check = async (domain: string) => {
      const key = await test.mail.domains.keyOf(domain);
      if (!key) throw new Error('there is no key');
      const checked = await checkRecords(recordsFor(key, 'mx.fax.test'), dnsLookUp(servers.dns));
      return checked.map(({ purpose, state }) => `${purpose} ${state}`);
    };
    expect(await check('fax.test')).toEqual(['dkim ok', 'spf ok', 'dmarc ok', 'mx ok']);
    expect(await check('absent.test')).toEqual([
      'dkim missing',
      'spf missing',
      'dmarc missing',
      'mx missing',
    ]);
    const key = await test.mail.domains.keyOf('fax.test');
    const other = recordsFor({ ...(key ?? { domain: '', selector: '' }), publicKey: 'AAAA' }, 'mx.fax.test');
    expect((await checkRecords(other, dnsLookUp(servers.dns)))[0]?.state).toBe('different');
    expect(await test.mail.domains.keyOf('localhost')).toBeUndefined();
  });

  it('an address that is not there is told to the owner after the first refusal, the others get their mail', async () => {
    const account = await makeOwner('admin@customer.test');
    await addReceiver(account.id, 'nobody@customer.test');
    const before = (await servers.inbox('admin')).length;
    await receive(account.number, 'Again.', 'real-2');
    await test.runJobs();
    expect(await test.mail.bounces.troubles(account.id)).toMatchObject([
      { address: 'nobody@customer.test', reason: 'unknown', suspended: false },
    ]);
    expect(await isSuspended(test.database.db, account.id, 'nobody@customer.test')).toBe(false);
    await arrived('admin', before + 1);
  });

  it('a mailbox that is full is told to the owner when the report comes back by mail', async () => {
    const account = await makeOwner('full@customer.test');
    const noise = Buffer.alloc(60_000, 7);
    const usual = documents.exportPdf.bind(documents);
    documents.exportPdf = async () => Buffer.concat([Buffer.from('%PDF-1.7'), noise]);
    const listener = await listen();
    try {
      const fax = await storeFax(test, account.id);
      await test.database.transaction(
        async (tx) => await test.mail.notices.arrived(tx, { accountId: account.id, faxId: fax.id }),
      );
      await test.runJobs();
      await until(
        async () => {
          await servers.flush();
          return await test.mail.bounces.troubles(account.id);
        },
        ([trouble]) => trouble?.reason === 'full',
        20_000,
      );
      expect((await states()).at(-1)).toMatchObject({ to_address: 'full@customer.test', state: 'bounced' });
    } finally {
      documents.exportPdf = usual;
      await listener.stop();
    }
  });

  it('a fax that is too large for the receiver arrives as news with a link', async () => {
    const account = await makeOwner('sub2@customer.test');
    // Larger than what the mail server announces; what is in it does not matter to the mail.
    const usual = documents.exportPdf.bind(documents);
    documents.exportPdf = async () => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(4_500_000, 1)]);
    try {
      const fax = await storeFax(test, account.id);
      await test.database.transaction(
        async (tx) => await test.mail.notices.arrived(tx, { accountId: account.id, faxId: fax.id }),
      );
      await test.runJobs();
    } finally {
      documents.exportPdf = usual;
    }
    const [mail] = await arrived('sub2', 1);
    const parsed = await PostalMime.parse(mail?.source ?? '');
    expect(parsed.attachments).toEqual([]);
    expect(parsed.text).toContain('too large for an e-mail');
    expect((await states()).at(-1)).toEqual({
      to_address: 'sub2@customer.test',
      state: 'sent',
      bare: true,
    });
  });
});
