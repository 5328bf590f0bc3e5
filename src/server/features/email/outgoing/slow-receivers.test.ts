import { afterEach, expect, it } from 'vitest';

import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import type { SmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import { parseAddress } from '#engine/mail/port.ts';
import { openJobQueue } from '#engine/jobs/queue.ts';
import { startMailOut, TOKEN } from '#test/mail-out-rig.ts';
import type { MailOutRig } from '#test/mail-out-rig.ts';
import { until } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

import { mailOutJobs } from './mail-out.jobs.ts';
import { createQueueMail } from './mail-out.service.ts';

const FAST = 99;

let rig: MailOutRig;
let sink: SmtpSink;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(): Promise<void> {
  rig = await startMailOut();
  sink = await startSmtpSink();
  rig.relay = openMailOut(`smtp://127.0.0.1:${sink.port}`, rig.folder);
  const { relay } = rig;
  closers.push(
    async () => await rig.stop(),
    async () => await relay.close(),
  );
}

it('[F-mail-09] two receivers that take a byte a second hold up nobody, not even in their own domain', async () => {
  await start();
  const from = parseAddress('no-reply@fax.example');
  if (!from) throw new Error('no address');
  const definitions = mailOutJobs(rig.delivery);
  const options = {
    connection: { connectionString: rig.database.url },
    log: silentLog,
    definitions,
    zone: 'UTC',
    registered: definitions.map(({ name }) => name),
  };
  const queue = await openJobQueue({ ...options, work: false });
  const queueMail = createQueueMail({ queue, payloadKey: Buffer.alloc(32, 7), from });
  const queued = async (to: string): Promise<void> =>
    await rig.database.transaction(async (tx) => await queueMail(tx, rig.newMail({ to })));
  const slow = ['slow-1@example.com', 'slow-2@example.com'];
  for (const to of slow) {
    sink.answers[`RCPT ${to}`] = 'drip';
    await queued(to);
  }
  for (let n = 0; n < FAST; n += 1) await queued(`fast-${n}@example.com`);
  const worker = await openJobQueue({ ...options, work: true });
  // Connections that wait for an answer are released first, because stopping would wait for them.
  closers.push(
    async () => await queue.stop(),
    async () => await worker.stop(),
    async () => await sink.stop(),
  );
  const sent = async (): Promise<number> => (await rig.rows()).filter(({ state }) => state === 'sent').length;
  await until(sent, (count) => count === FAST);
  expect(new Set(sink.mails.map(({ recipients }) => recipients[0])).size).toBe(FAST);
  expect((await rig.rows()).filter(({ state }) => state === 'queued').map((row) => row.to_address)).toEqual(
    slow,
  );
}, 120_000);

it('a worker that stood still while another one sent its mail sends nothing', async () => {
  await start();
  closers.push(async () => await sink.stop());
  const id = await rig.queued(rig.newMail());
  sink.answers['RCPT'] = 'hold';
  const frozen = rig.delivery.deliver(id);
  await until(
    async () => sink.held,
    (held) => held === 1,
  );
  sink.answers = {};
  await rig.delivery.deliver(id);
  sink.release();
  await frozen;
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]?.source).toContain(TOKEN);
  expect(await rig.rows()).toMatchObject([{ state: 'sent', tries: 1 }]);
});

it('one that hears «no such mailbox» only then does not undo what the other one sent', async () => {
  await start();
  closers.push(async () => await sink.stop());
  const id = await rig.queued(rig.newMail());
  rig.outcomes = [];
  sink.answers['EHLO'] = 'hold';
  const frozen = rig.delivery.deliver(id);
  await until(
    async () => sink.held,
    (held) => held === 1,
  );
  sink.answers = {};
  await rig.delivery.deliver(id);
  sink.answers['RCPT'] = '550 5.1.1 no such mailbox';
  sink.release();
  await frozen;
  expect(await rig.rows()).toMatchObject([{ state: 'sent' }]);
});
