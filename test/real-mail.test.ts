import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openMailIn } from '#engine/mail-in/choose.ts';
import type { MailListener } from '#engine/mail-in/port.ts';
import { readConfig } from '#server/config/config.ts';
import { createMailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import {
  checkRecords,
  dnsLookUp,
  recordsFor,
} from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { isSuspended } from '#server/features/email/outgoing/bounces/mail-bounces.store.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { assembleMailHandler } from '#server/composition/email-to-fax.ts';
import { projectFolders } from '#server/composition/web-server.ts';

import { makeAccount, makeBrand } from './factories.ts';
import { zoneOf } from './mail-rig/believe-mail.ts';
import { startMailServers, whyNoMailRig } from './mail-rig/start-mail-rig.ts';
import type { DeliveredMail, MailServers } from './mail-rig/start-mail-rig.ts';
import { storeFax } from './mailbox-rig.ts';
import { fakeDocuments, until } from './sending-rig.ts';
import { mailSource, meetSmtp } from './smtp-person.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });
const why = whyNoMailRig();
if (why !== null) process.stderr.write(`NOT TESTED with real mail servers: ${why}\n`);

/** The content of the mails does not matter here: the browser test of mail (e2e/mail.spec.ts) uses real documents. */
let pdf = Buffer.from('%PDF-1.7');
const documents = fakeDocuments({
  exportPdf: async () => await Promise.resolve(pdf),
  pageImage: async () => await Promise.resolve({ kind: 'ok', gif: Buffer.from('GIF89a') }),
});

describe.skipIf(why !== null)('mail among real servers', () => {
  let servers: MailServers;
  let test: TestApp;
  let listener: MailListener;
  let folder: string;
  let brandId: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-real-mail-'));
    servers = await startMailServers();
    const env = { F2E_SMTP_URL: `smtp://127.0.0.1:${servers.smtpPort}`, F2E_DNS: servers.dns };
    test = await startApp({ documents, env });
    brandId = await makeBrand(test.database.db, { title: 'Harbor Fax', domain: null });
    const brand = test.database.db.updateTable('brand').set({ send_domain: 'fax.test' });
    await brand.where('id', '=', brandId).execute();
    const key = await test.mail.domains.keyOf('fax.test');
    if (!key) throw new Error('there is no key');
    await servers.publish([...zoneOf(recordsFor(key, 'mx.fax.test')), 'mx.fax.test. IN A 127.0.0.1']);
    const mailIn = openMailIn({
      listen: { host: '127.0.0.1', port: servers.faxPort },
      name: 'mx.fax.test',
      dataDir: folder,
      tls: null,
      dns: servers.dns,
      fronts: [servers.front],
      maxRecipients: 10,
      maxBytes: 40 * 1024 * 1024,
      log,
    });
    const parts = { ...test, engines: { database: test.database, log }, config: readConfig(env), mailIn };
    const messages = await loadMessages(projectFolders.locales);
    listener = await mailIn.listen(assembleMailHandler({ ...parts, messages, counts: createMailCounts() }));
  });
  afterAll(async () => {
    await listener?.close();
    await test?.stop();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const makeOwner = async (email: string) => {
    // Several owners with one address would make the recipient ambiguous.
    await test.database.pool.query(
      "update account set admin_email = 'gone@nowhere.test' where admin_email = $1",
      [email],
    );
    const account = await makeAccount(test.database.db, { brandId });
    const owner = test.database.db.updateTable('account').set({ admin_email: email });
    await owner.where('id', '=', account.id).execute();
    return account;
  };
  /** Receives a fax for the account, and sends the mails about it. */
  const receive = async ({ id }: Awaited<ReturnType<typeof makeOwner>>) => {
    const fax = await storeFax(test, id);
    await test.database.transaction(
      async (tx) => await test.mail.notices.arrived(tx, { accountId: id, faxId: fax.id }),
    );
    await test.runJobs();
  };
  const arrived = async (user: string, words: string): Promise<DeliveredMail[]> =>
    await until(
      async () => (await servers.inbox(user)).filter(({ source }) => source.includes(words)),
      (mails) => mails.length > 0,
    );
  const lastState = async () => {
    const rows = test.database.db.selectFrom('mail_out').select(['to_address', 'state', 'bare']);
    return await rows.orderBy('id', 'desc').executeTakeFirst();
  };
  const taken = async () =>
    await test.database.db.selectFrom('mail_in').select(['account_id', 'message_id', 'proof']).execute();
  /** Returns the last response to swaks, which connects directly to our listener. */
  const swaks = async (...args: string[]): Promise<string> => {
    const all = ['--server', `127.0.0.1:${servers.faxPort}`, '--timeout', '20', '--suppress-data', ...args];
    const { stdout } = await run('swaks', all).catch((error: { stdout: string }) => error);
    const said = stdout.split('\n').filter((line) => /^<[-~*]+/u.test(line));
    const words = said.map((line) => line.replace(/^<[-~* ]+/u, ''));
    return words.filter((line) => !line.startsWith('221')).at(-1) ?? '';
  };

  it('the records that the operator is told to add are found when they are there', async () => {
    const check = async (domain: string) => {
      const key = await test.mail.domains.keyOf(domain);
      if (!key) throw new Error('there is no key');
      const checked = await checkRecords(recordsFor(key, 'mx.fax.test'), dnsLookUp(servers.dns));
      return checked.map(({ purpose, state }) => `${purpose} ${state}`);
    };
    expect(await check('fax.test')).toEqual(['dkim ok', 'spf ok', 'dmarc ok', 'mx ok']);
    const missing = ['dkim missing', 'spf missing', 'dmarc missing', 'mx missing'];
    expect(await check('absent.test')).toEqual(missing);
    const key = await test.mail.domains.keyOf('fax.test');
    const other = recordsFor({ ...(key ?? { domain: '', selector: '' }), publicKey: 'AAAA' }, 'mx.fax.test');
    expect((await checkRecords(other, dnsLookUp(servers.dns)))[0]?.state).toBe('different');
    expect(await test.mail.domains.keyOf('localhost')).toBeUndefined();
  });

  it('an address that is not there is told to the owner after the first refusal, the others get their mail', async () => {
    const account = await makeOwner('admin@customer.test');
    const gone = { email: 'nobody@customer.test', receive_faxes: true, send_faxes: false };
    await test.database.db
      .insertInto('subaccount')
      .values({ ...gone, account_id: account.id })
      .execute();
    await receive(account);
    expect(await test.mail.bounces.troubles(account.id)).toMatchObject([
      { address: 'nobody@customer.test', reason: 'unknown', suspended: false },
    ]);
    expect(await isSuspended(test.database.db, account.id, 'nobody@customer.test')).toBe(false);
    await arrived('admin', 'New fax');
  });

  it('a fax that is too large for the receiver arrives as news with a link', async () => {
    const account = await makeOwner('sub2@customer.test');
    // Larger than the limit that the mail server announces.
    pdf = Buffer.concat([pdf, Buffer.alloc(4_500_000, 1)]);
    await receive(account);
    const [mail] = await arrived('sub2', 'New fax');
    const parsed = await PostalMime.parse(mail?.source ?? '');
    expect(parsed.attachments).toEqual([]);
    expect(parsed.text).toContain('too large to attach');
    expect(await lastState()).toEqual({ to_address: 'sub2@customer.test', state: 'sent', bare: true });
  });

  it('Postfix in front names its client, whom SPF judges; what is refused then comes back to the sender', async () => {
    const owner = await makeOwner('sub1@customer.test');
    const other = await makeOwner('x@nowhere.test');
    const hand = async (localAddress: string, messageId: string) => {
      const client = await meetSmtp(servers.smtpPort, { localAddress });
      const from = 'sub1@customer.test';
      const source = mailSource({ from, messageId: `${messageId}@customer.test` });
      expect(await client.mail({ from, to: [`${other.number}@fax.test`], source })).toMatch(/^250/u);
      client.close();
    };
    // The SPF record contains only the first address: neither the second one, nor that of the front server itself.
    await hand('127.0.0.2', 'forged');
    await hand('127.0.0.1', 'own');
    const [report] = await arrived('sub1', 'Undelivered Mail Returned to Sender');
    expect(report?.source.toString()).toContain('550 5.7.26');
    expect(report?.source.toString()).toContain('Message-ID: <forged@customer.test>');
    expect(await until(taken, ({ length }) => length > 0)).toEqual([
      { account_id: owner.id, message_id: 'own@customer.test', proof: 'dmarc' },
    ]);
  });

  it('what a mail program may hear', async () => {
    const account = await makeOwner('admin@customer.test');
    const admin = ['--from', 'admin@customer.test'];
    const to = ['--to', `${account.number}@fax.test`];
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
