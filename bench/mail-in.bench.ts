import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import { UPLOAD_LIMITS } from '#contract/faxes/send-limits.ts';
import { connectDatabase } from '#engine/database/connect.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import { migrate } from '#engine/database/migrate.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import { openMailReader } from '#engine/mail-in/mail-reader.ts';
import { proveSender } from '#engine/mail-in/prove-sender.ts';
import { makeSelfSigned } from '#engine/mail-in/self-signed.ts';
import { openSmtpListener } from '#engine/mail-in/smtp-listener.ts';
import { openSpool } from '#engine/mail-in/spool.ts';
import { readConfig } from '#server/config/config.ts';
import { createMailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { assembleMailHandler } from '#server/composition/email-to-fax.ts';
import { projectFolders } from '#server/composition/web-server.ts';
import { assembleSending } from '#server/composition/sending.ts';
import type { SendingParts } from '#server/composition/sending.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';

const never = new AbortController().signal;

/** Concurrent sessions, each sending one mail after the other, as a busy mail server does. */
const SESSIONS = 8;
/** Senders, each with an account, so that none reaches the hourly limit. */
const ACCOUNTS = 100;
/** Postfix's own sink discards everything: it shows the cost of the protocol only. */
const SINK = '/usr/sbin/smtp-sink';

const SIZES = [
  {
    name: '10 kB of text',
    mails: 400,
    source: (from: string) => mailSource({ from, text: 'A line of a letter.\r\n'.repeat(480) }),
  },
  {
    name: '2 MB with a PDF',
    mails: 60,
    source: (from: string) =>
      mailSource({ from, files: [{ name: 'a.pdf', type: 'application/pdf', bytes: PDF }] }),
  },
];
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1_460_000, 'lorem ipsum ')]);

const log = pino({ level: 'silent' });

/**
 * Prints accepted mails per second: ours (proved by SPF, parsed, stored, committed) and those of a server that only
 * discards.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-mail-'));
  const ours = await startOurs(folder);
  const sink = existsSync(SINK) ? await startSink() : undefined;
  try {
    for (const size of SIZES) {
      const own = await measure(ours.port, size);
      const swallowed = sink && (await measure(sink.port, size));
      const beside = swallowed ? `, smtp-sink ${swallowed.aSecond.toFixed(0)}/s` : '';
      // The sink's cost to this process is that of the sender; the database is a separate process.
      const cost = swallowed
        ? `, ${(own.cpuMs - swallowed.cpuMs).toFixed(1)} ms of processor time a mail`
        : '';
      process.stdout.write(
        `${size.name}: accepted and committed ${own.aSecond.toFixed(0)}/s${beside}${cost}\n`,
      );
    }
  } finally {
    sink?.stop();
    await ours.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  port: number,
  { mails, source }: (typeof SIZES)[number],
): Promise<{ aSecond: number; cpuMs: number }> {
  // Created beforehand, because only the acceptance is measured. Bytes are sent unchanged.
  const made = Array.from({ length: mails }, (_, n) => {
    const from = `owner${n % ACCOUNTS}@example.com`;
    return { from, source: Buffer.from(source(from)) };
  });
  let next = 0;
  const session = async (): Promise<void> => {
    const client = await meetSmtp(port);
    for (let mail = made[next]; mail; mail = made[next]) {
      next += 1;
      const answer = await client.mail({ ...mail, to: ['3105550111@localhost'] });
      if (!answer.startsWith('250')) throw new Error(`a mail was not taken: ${answer}`);
    }
    client.close();
  };
  const [before, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: SESSIONS }, session));
  const seconds = (performance.now() - before) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { aSecond: mails / seconds, cpuMs: (user + system) / 1000 / mails };
}

async function startOurs(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const embedded = await startEmbedded({ dataDir: folder, log });
  await migrate({ connection: embedded.connection, log });
  const database = await connectDatabase(embedded.connection, log, {
    max: 12,
    release: async () => await embedded.stop(),
  });
  await database.pool.query(`insert into brand (name, is_default) values ('Bench', true)`);
  await database.pool.query(
    `insert into account (brand_id, fax_number, admin_email, state, month_limit)
     select 1, (2122000000 + n)::text, 'owner' || n || '@example.com', 'active', 1000000
     from generate_series(0, ${ACCOUNTS - 1}) n union all select 1, '3105550111', 'x@example.org', 'active', 0`,
  );
  await database.pool.query(
    `insert into account_settings (account_id, timezone_id) select id, 5 from account`,
  );
  // Nothing is converted or sent here: only the work before a mail is acknowledged is measured.
  const parts = {
    database,
    files: await openDiskStore(join(folder, 'documents')),
    documents: {
      status: async () => ({
        sandbox: 'ok',
        types: ['pdf', 'txt'].map((extension) => ({ extension, ok: true })),
      }),
    },
    chooseLine: () => ({ kind: 'refused' }),
    notices: {},
    upload: UPLOAD_LIMITS,
    zone: 'America/New_York',
    retryMinutes: undefined,
    faultPoint: () => undefined,
    log,
  } as unknown as SendingParts;
  const reader = openMailReader();
  const handler = assembleMailHandler({
    config: readConfig({}),
    engines: { database, log },
    services: {
      sending: assembleSending(parts),
      mail: { bounces: { isBounceAddress: () => false, recordBounce: async () => 'unknown' } as never },
      appPasswords: {} as never,
    },
    messages: await loadMessages(projectFolders.locales),
    counts: createMailCounts(),
    mailIn: {
      parse: reader.parse,
      report: reader.report,
      prove: async (raw, from, peer) =>
        await proveSender(raw, from, peer, { name: 'localhost', open: () => spfOnly, signal: never }),
      listen: async () => await Promise.reject(new Error('not here')),
    },
  });
  const listener = await openSmtpListener(
    {
      host: '127.0.0.1',
      port: 0,
      name: 'localhost',
      tls: makeSelfSigned('localhost'),
      fronts: [],
      maxRecipients: 10,
      maxBytes: 40 * 1024 * 1024,
      spool: await openSpool(join(folder, 'mail-in')),
      log,
    },
    handler,
  );
  return {
    port: listener.port,
    stop: async () => {
      await listener.close();
      await reader.close();
      await database.close();
    },
  };
}

async function spfOnly(name: string, type: string): Promise<string[][]> {
  if (name === 'example.com' && type === 'TXT') return await Promise.resolve([['v=spf1 ip4:127.0.0.1 -all']]);
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
}

async function startSink(): Promise<{ port: number; stop: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  // Run as root, it requires another user to run as.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const sink = spawn(SINK, [...user, `127.0.0.1:${port}`, '100'], { stdio: 'ignore' });
  for (let tries = 0; tries < 50 && !(await answers(port)); tries += 1) await pause(100);
  return { port, stop: () => void sink.kill() };
}

async function answers(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
