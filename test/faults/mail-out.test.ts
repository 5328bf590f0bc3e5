import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import type { SmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import { until } from '#test/sending-rig.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

const NUMBER = '2125550100';
const OWNER = 'owner@example.com';
let sink: SmtpSink;
let database: TestDatabase;
let dataDir: string;
let product: Product;
let started: Product | undefined;

/** Restarts the product. */
async function start(more: Record<string, string> = {}): Promise<void> {
  await started?.kill();
  const env = { F2E_DATABASE_URL: database.url, F2E_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, ...more };
  started = product = await startProduct({ dataDir, env });
}

beforeAll(async () => {
  sink = await startSmtpSink();
  database = await createTestDatabase({ max: 3 });
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-mail-faults-'));
  await writeFile(`${dataDir}/page.txt`, 'One page.');
});
beforeEach(async () => {
  if (started) await forgetTestBefore(started);
  await start();
});
afterAll(async () => {
  await started?.kill();
  await database.drop();
  await sink.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function forgetTestBefore(used: Product): Promise<void> {
  // A dead product neither takes a mail of the previous test nor records its end.
  await used.kill();
  await until(busyConnections, (count) => count === 0);
  await database.pool.query(`
    delete from pgboss.job where name in ('deliver-mail', 'watch-mail');
    delete from mail_out; delete from mail_address; delete from subaccount;
    update installation set mail_alert_at = null`);
  sink.mails.length = 0;
  sink.answers = {};
}

async function receive(): Promise<void> {
  const command = ['fax', 'receive-test', '--to', NUMBER, `${dataDir}/page.txt`];
  const { status, stderr } = await product.f2e(command);
  expect([status, stderr]).toEqual([0, '']);
}

async function rows() {
  return await database.db
    .selectFrom('mail_out')
    .select(['to_address', 'state', 'tries', 'message_id'])
    .orderBy('id')
    .execute();
}

/** Returns the number of statements that a killed product has left running. */
async function busyConnections(): Promise<number> {
  const { rows: busy } = await database.pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return busy.length;
}

/** Waits until a condition holds, making everything that waits for its next attempt due immediately. */
async function hurryUntil<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const hurry = async (): Promise<T> => {
    await database.pool.query(
      `update pgboss.job set start_after = now()
       where name = 'deliver-mail' and state = 'retry' and start_after > now()`,
    );
    return await look();
  };
  return await until(hurry, holds);
}

/** Returns the seconds from each attempt to the next. */
async function waits(): Promise<number[]> {
  const { rows: found } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - started_on)::float8 as seconds from pgboss.job
     where name = 'deliver-mail' and state = 'retry'`,
  );
  return found.map(({ seconds }) => seconds);
}

/** Returns the number of unfinished deliveries. */
async function openDeliveries(): Promise<number> {
  const { rows: open } = await database.pool.query(
    `select 1 from pgboss.job where name = 'deliver-mail' and state in ('created', 'retry', 'active')`,
  );
  return open.length;
}

const idsOf = (mails: SmtpSink['mails']) =>
  mails.map(({ source }) => /^Message-ID: <(.*)>\r$/mu.exec(source)?.[1] ?? '');

describe('mails and the servers that take them', () => {
  it('[F-mail-01] a relay that is down for hours costs no mail, disturbs nobody, and is told once', async () => {
    sink.answers = { EHLO: 'hangup', HELO: 'hangup' };
    for (let fax = 0; fax < 3; fax += 1) await receive();
    await until(rows, (all) => all.length === 3 && all.every(({ tries }) => tries > 0));
    for (const seconds of await until(waits, (all) => all.length === 3)) expect(seconds).toBeGreaterThan(10);
    await readInbox();
    await database.pool.query(`update mail_out set created_at = now() - interval '8 hours'`);
    for (let look = 0; look < 2; look += 1) await watch();
    expect(await alerts()).toBe(1);
    sink.answers = {};
    await hurryUntil(rows, (all) => all.every(({ state }) => state === 'sent'));
    expect(idsOf(sink.mails).toSorted()).toEqual(
      (await rows()).map(({ message_id }) => message_id).toSorted(),
    );
  });

  it('[F-mail-03] a mail that is put off is sent later, a refused address is shown, the others get theirs', async () => {
    for (const email of ['later@example.com', 'gone@example.com', 'full@example.com', 'well@example.com'])
      await database.pool.query(
        `insert into subaccount (account_id, email, receive_faxes, send_faxes)
         select id, $1, true, false from account where fax_number = $2`,
        [email, NUMBER],
      );
    sink.answers = {
      'RCPT later@example.com': '450 4.2.0 greylisted, come back',
      'RCPT gone@example.com': '550 5.1.1 no such mailbox',
      'RCPT full@example.com': '552 5.2.2 mailbox full',
    };
    await receive();
    const expected = {
      [OWNER]: 'sent 1',
      'well@example.com': 'sent 1',
      'gone@example.com': 'failed 1',
      'full@example.com': 'failed 1',
    };
    await until(states, (now) =>
      Object.entries({ ...expected, 'later@example.com': 'queued 1' }).every(
        ([to, state]) => now[to] === state,
      ),
    );
    sink.answers = {};
    await hurryUntil(states, (now) => now['later@example.com'] === 'sent 2');
    const { headers, baseURL } = await signedIn();
    const answer = await fetch(`${baseURL}/api/faxui/mailDelivery.json`, { headers });
    const { troubles } = (await answer.json()) as { troubles: { email: string; reason: string }[] };
    expect(troubles.map(({ email, reason }) => `${email} ${reason}`).toSorted()).toEqual([
      'full@example.com full',
      'gone@example.com unknown',
    ]);
  });

  it('[F-mail-02] a kill -9 between the relay’s 250 and our own note sends the mail at most twice, under one id', async () => {
    await start({ F2E_FAULT: 'after_mail_taken' });
    await receive();
    await until(
      async () => sink.mails.length,
      (n) => n === 1,
    );
    await until(
      async () => isAlive(product.pid),
      (alive) => !alive,
    );
    expect((await rows())[0]?.state).toBe('queued');
    await start();
    // Half a minute without a heartbeat would pass before another worker gets the dead one's job.
    await database.pool.query(
      `update pgboss.job set state = 'retry', start_after = now() where name = 'deliver-mail' and state = 'active'`,
    );
    await until(rows, ([row]) => row?.state === 'sent');
    await until(openDeliveries, (open) => open === 0);
    const ids = idsOf(sink.mails);
    expect(ids).toHaveLength(2);
    expect(new Set(ids)).toEqual(new Set([(await rows())[0]?.message_id]));
  });
});

/** Returns the state of the mail to each address, and the number of attempts. */
async function states(): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await rows()).map(({ to_address, state, tries }) => [to_address, `${state} ${tries}`]),
  );
}

async function signedIn() {
  const { baseURL, password } = product;
  const login = await fetch(`${baseURL}/api/auth/login/faxuser.cookie`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${NUMBER}:${password}`).toString('base64')}` },
  });
  expect(login.status).toBe(200);
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  return { baseURL, headers: { cookie: cookies.join('; '), 'x-access-token': token ?? '' } };
}

async function readInbox(): Promise<void> {
  const { baseURL, headers } = await signedIn();
  const answer = await fetch(`${baseURL}/api/db/f2e/SSPFaxArchive.json?draw=1`, { headers });
  expect(answer.status).toBe(200);
}

/** Runs the check now that otherwise runs every ten minutes. */
async function watch(): Promise<void> {
  const { rows: added } = await database.pool.query<{ id: string }>(
    `insert into pgboss.job (name, data) values ('watch-mail', '{}') returning id`,
  );
  await until(
    async () =>
      (
        await database.pool.query<{ state: string }>('select state from pgboss.job where id = $1', [
          added[0]?.id,
        ])
      ).rows[0]?.state,
    (state) => state === 'completed',
  );
}

async function alerts(): Promise<number> {
  const { rows: found } = await database.pool.query(
    'select 1 from installation where mail_alert_at is not null',
  );
  return found.length;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // It has ended.
  }
}
