import type { DNSResolver } from 'mailauth';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

import { openMailReader } from '#engine/mail-in/mail-reader.ts';
import type { MailIn, MailListener } from '#engine/mail-in/port.ts';
import { proveSender } from '#engine/mail-in/prove-sender.ts';
import { openSmtpListener } from '#engine/mail-in/smtp-listener.ts';
import { openSpool } from '#engine/mail-in/spool.ts';
import { readTlsPair } from '#engine/mail-in/tls-pair.ts';
import { readConfig } from '#server/config/config.ts';
import { createMailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import type { MailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { assembleMailHandler } from '#server/composition/email-to-fax.ts';
import type { MailInParts } from '#server/composition/email-to-fax.ts';
import { projectFolders } from '#server/composition/web-server.ts';

import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { mailSource, meetSmtp } from './smtp-person.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** DNS records of the domains that tests send from; no others exist. */
export const DNS: Record<string, string[]> = {
  'TXT customer.test': ['v=spf1 ip4:127.0.0.1 -all'],
  'TXT _dmarc.customer.test': ['v=DMARC1; p=reject; adkim=s; aspf=s'],
  'TXT evil.test': ['v=spf1 ip4:127.0.0.1 -all'],
  'TXT bank.test': ['v=spf1 ip4:192.0.2.9 -all'],
  'TXT _dmarc.bank.test': ['v=DMARC1; p=none'],
  'TXT victim.test': ['v=spf1 ip4:127.0.0.1 -all'],
  'TXT _dmarc.victim.test': ['v=DMARC1; p=reject'],
  'TXT spf-only.test': ['v=spf1 ip4:127.0.0.1 -all'],
};

/** A resolver over these records; `away.test` does not respond. */
export const testResolver: DNSResolver = async (name, type) => {
  if (name.endsWith('away.test')) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
  const found = DNS[`${type} ${name.toLowerCase()}`];
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return found.map((text) => [text]);
};

const never = new AbortController().signal;

/** The real listener and handler over a test's features. */
export interface MailInRig {
  listener: MailListener;
  counts: MailCounts;
  meet(options?: Parameters<typeof meetSmtp>[1]): ReturnType<typeof meetSmtp>;
  stop(): Promise<void>;
}

/** Starts the listener; `env` changes the configuration. */
export async function startMailIn(
  parts: Omit<MailInParts, 'config' | 'mailIn' | 'messages' | 'counts'>,
  options: { env?: Record<string, string>; fronts?: readonly string[]; host?: string; port?: number } = {},
): Promise<MailInRig> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-mail-in-'));
  const name = 'localhost';
  const log = pino({ level: process.env['F2E_TEST_LOG'] ?? 'silent' });
  const counts = createMailCounts();
  const reader = openMailReader();
  const mailIn: MailIn = {
    parse: reader.parse,
    report: reader.report,
    prove: async (raw, from, peer) =>
      await proveSender(raw, from, peer, { name, open: () => testResolver, signal: never }),
    listen: async (handler) =>
      await openSmtpListener(
        {
          host: options.host ?? '127.0.0.1',
          port: options.port ?? 0,
          name,
          tls: await readTlsPair({ own: join(folder, 'mail-in.pem'), name }),
          fronts: options.fronts ?? [],
          maxRecipients: 10,
          maxBytes: 40 * 1024 * 1024,
          spool: await openSpool(join(folder, 'mail-in')),
          log,
        },
        handler,
      ),
  };
  const messages = await loadMessages(projectFolders.locales);
  const handler = assembleMailHandler({
    ...parts,
    config: readConfig(options.env ?? {}),
    mailIn,
    messages,
    counts,
  });
  const listener = await mailIn.listen(handler);
  return {
    listener,
    counts,
    meet: async (how) => await meetSmtp(listener.port, how),
    stop: async () => {
      await listener.close();
      await reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An application that accepts mail: an owner at admin@customer.test, a recipient, and one mail per call. */
export interface MailPost {
  app: TestApp;
  rig: MailInRig;
  account: Awaited<ReturnType<typeof makeAccount>>;
  other: Awaited<ReturnType<typeof makeAccount>>;
  /** Creates two new accounts, and deletes everything sent before. */
  fresh(): Promise<void>;
  to(number?: string): string;
  /** Sends a mail in one session; returns the response to the mail, or to the first refused command. */
  mail(
    how?: Partial<Parameters<typeof mailSource>[0]> & { sender?: string; rcpt?: readonly string[] },
  ): Promise<string>;
  faxes(): Promise<{ account_id: number; to_number: string; originator_email: string }[]>;
  stop(): Promise<void>;
}

/** Starts the application for a test file. */
export async function startMailPost(env: Record<string, string> = {}): Promise<MailPost> {
  const app = await startApp({ documents: fakeDocuments(), env });
  const { db } = app.database;
  const rig = await startMailIn({
    ...app,
    engines: { database: app.database, log: pino({ level: 'silent' }) },
  });
  const post: MailPost = {
    app,
    rig,
    account: await makeAccount(db),
    other: await makeAccount(db),
    fresh: async () => {
      for (const table of EMPTIED) await db.deleteFrom(table).execute();
      await db.updateTable('account').set({ admin_email: 'gone@nowhere.test' }).execute();
      post.account = await makeAccount(db);
      post.other = await makeAccount(db);
      const owner = db.updateTable('account').set({ admin_email: 'Admin@customer.test' });
      await owner.where('id', '=', post.account.id).execute();
    },
    to: (number = post.other.number) => `${number}@localhost`,
    mail: async (how = {}) => {
      const client = await rig.meet();
      const from = how.from ?? 'Admin <admin@customer.test>';
      const answer = await client.mail({
        from: how.sender ?? 'admin@customer.test',
        to: how.rcpt ?? [post.to()],
        source: mailSource({ ...how, from }),
      });
      client.close();
      return answer;
    },
    faxes: async () =>
      await db
        .selectFrom('send_job')
        .select(['account_id', 'to_number', 'originator_email'])
        .where('origin', '=', 'email')
        .orderBy('to_number')
        .execute(),
    stop: async () => {
      await rig.stop();
      await app.stop();
    },
  };
  return post;
}

/** In the order that their references allow. */
const EMPTIED = [
  'mail_taken',
  'mail_in',
  'send_job',
  'fax',
  'document',
  'subaccount',
  'whitelisted_domain',
] as const;
