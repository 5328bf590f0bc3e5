import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect as vouch } from '@playwright/test';

import { zoneOf } from '../mail-rig/believe-mail.ts';
import { startMailServers } from '../mail-rig/start-mail-rig.ts';
import type { DeliveredMail, MailServers } from '../mail-rig/start-mail-rig.ts';
import { mailSource, meetSmtp } from '../smtp-person.ts';
import { startProduct } from '../start-product.ts';
import { f2e } from './operator.ts';
import { test } from './product.ts';
import type { RunningProduct } from './product.ts';
import { seeTour } from './tour-seen.ts';

const run = promisify(execFile);

/** An account that sends and one that receives. */
export const [WRITER, READER] = ['2125550410', '2125550411'] as const;

/** The domain whose mail Postfix delivers to the product, and whose records the name server gets. */
const SEND_DOMAIN = 'fax.test';
const MAIL_HOST = 'mx.fax.test';

/** A product that sends and receives mail through real servers. */
export interface MailProduct {
  product: RunningProduct;
  servers: MailServers;
  /** Waits until a mailbox of customer.test has `count` mails whose source contains these words. */
  arrived(user: string, words: string, count?: number): Promise<DeliveredMail[]>;
  /** Sends a person's mail through Postfix; fails unless it is accepted. */
  post(mail: Parameters<typeof mailSource>[0] & { to: string }): Promise<void>;
}

/** The owners' addresses, which have mailboxes at customer.test. */
const owners = { [WRITER]: 'admin@customer.test', [READER]: 'sub1@customer.test' };

async function start(): Promise<MailProduct & { stop: () => Promise<void> }> {
  const servers = await startMailServers();
  // Without demonstration data, which would double the start-up time; the listener is where Postfix delivers mail.
  const started = await startProduct({
    env: {
      F2E_DEMO: '0',
      F2E_SMTP_LISTEN: `127.0.0.1:${servers.faxPort}`,
      F2E_SMTP_URL: `smtp://127.0.0.1:${servers.smtpPort}`,
      F2E_DNS: servers.dns,
      F2E_MAIL_FRONTS: servers.front,
      F2E_MAIL_REQUIRE_AUTH: '1',
    },
  });
  const { baseURL, password, dataDir, smtpPort } = started;
  const product = {
    baseURL,
    password,
    dataDir,
    smtpPort,
    egnytePort: 0,
    dnsPort: 0,
    env: { F2E_DATA: dataDir },
  };
  const addOwner = async ([number, email]: readonly [string, string]) => {
    const values = ['--brand', '1', '--number', number, '--email', email, '--password-stdin'];
    await f2e(product, ['account', 'add', ...values], `${password}\n`);
    await seeTour(product, number);
  };
  await Promise.all([
    f2e(product, ['brand', 'set', '1', `send_domain=${SEND_DOMAIN}`, 'title=Harbor Fax']),
    ...Object.entries(owners).map(addOwner),
  ]);
  // Its status reports the missing records, which is why they are requested.
  const { stdout } = await started.f2e(['mail', 'dns', '--domain', SEND_DOMAIN, '--json']);
  const { records } = JSON.parse(stdout) as { records: Parameters<typeof zoneOf>[0] };
  // The mail server's name is the host of the public origin, which has no DNS name here.
  const { hostname } = new URL(baseURL);
  const named = records.map((one) => ({ ...one, value: one.value.replaceAll(hostname, MAIL_HOST) }));
  await servers.publish([...zoneOf(named), `${MAIL_HOST}. IN A 127.0.0.1`]);
  return {
    product,
    servers,
    arrived: async (user, words, count = 1) => {
      let mails: DeliveredMail[] = [];
      const look = async () => {
        mails = (await servers.inbox(user)).filter(({ source }) => source.includes(words));
        return mails.length;
      };
      await vouch.poll(look, { timeout: 30_000, intervals: [200] }).toBeGreaterThanOrEqual(count);
      return mails;
    },
    post: async (mail) => {
      const client = await meetSmtp(servers.smtpPort);
      const answer = await client.mail({ from: mail.from, to: [mail.to], source: mailSource(mail) });
      client.close();
      vouch(answer).toMatch(/^250 2\.0\.0 Ok/u);
    },
    stop: async () => {
      await started.stop();
      await servers.stop();
    },
  };
}

/** `test` with its own product and real mail servers around it. */
export const mailTest = test.extend<object, { mail: MailProduct }>({
  mail: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const { stop, ...mail } = await start();
      await use(mail);
      await stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: async ({ mail }, use) => {
    await use(mail.product);
  },
});

/** Returns the number of pages of a PDF, using an independent program; throws if the file is not a PDF. */
export async function pagesOf(pdf: string | ArrayBuffer | Uint8Array | undefined): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-pdf-'));
  try {
    const file = join(folder, 'mail.pdf');
    await writeFile(file, typeof pdf === 'string' ? pdf : Buffer.from((pdf ?? '') as ArrayBuffer));
    const { stdout } = await run('pdfinfo', [file]);
    return Number(/^Pages:\s+(\d+)$/mu.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
