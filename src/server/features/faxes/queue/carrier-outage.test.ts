import { expect, it } from 'vitest';

import { FAX_TIMES } from '#engine/fax-line/carrier/follow-fax.ts';
import { readTelnyxSettings } from '#engine/fax-line/telnyx/settings.ts';
import { telnyxLine } from '#engine/fax-line/telnyx/telnyx.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { makeAccount } from '#test/factories.ts';
import { jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import type { Moods } from '#test/telnyx/fake-fax.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';

import type { OutboxWorker } from './outbox.worker.ts';

const FAXES = 8;

/** A carrier, a queue that sends over it, and workers of several processes. */
async function startOutage() {
  const carrier = await new FakeTelnyx().start();
  const guard = createOutboundGuard({ allowPrivate: true });
  const rig = await startSending({
    chooseLine: ({ pattern, config }) => {
      const settings = readTelnyxSettings(config);
      if (typeof settings === 'string') return { kind: 'refused', reason: settings };
      const times = { ...FAX_TIMES, pollMs: 200, lookMs: 50 };
      const parts = { settings, guard, webhookUrl: 'http://127.0.0.1:9/', times };
      return { kind: 'ok', line: telnyxLine(pattern, parts) };
    },
  });
  await rig.sending.lineAdmin.addLine({ kind: 'telnyx', channels: 50, config: carrier.config });
  const workers: OutboxWorker[] = [];
  return {
    carrier,
    rig,
    startWorker: async (): Promise<void> => {
      workers.push(await rig.another().startWorker({ convertSlots: 1, stopGraceMs: 100 }));
    },
    stop: async (): Promise<void> => {
      await Promise.all(workers.map(async (worker) => await worker.stop()));
      await rig.stop();
      await carrier.stop();
    },
  };
}

async function queue(rig: SendingRig): Promise<number[]> {
  const { id } = await makeAccount(rig.database.db, { monthLimit: 1_000 });
  const jobs: number[] = [];
  for (let i = 0; i < FAXES; i += 1) {
    const [sent] = await rig.send(id, [`31055501${20 + i}`]);
    jobs.push(sent?.jobId ?? 0);
  }
  return jobs;
}

/** How a carrier refuses, and the shortest wait after it. */
type Outage = [name: string, mood: Partial<Moods>, atLeastMs: number];

const soon = (): string => new Date(Date.now() + 2_000).toUTCString();

// Concurrent, because each of them mostly waits for its carrier.
it.concurrent.for<Outage>([
  ['429 with seconds for everything', { broken: 429, brokenFor: null, retryAfter: () => '1' }, 1_000],
  ['429 with a date for orders', { broken: 429, brokenFor: 'POST /faxes', retryAfter: soon }, 1_000],
  ['503 without a word for documents', { broken: 503, brokenFor: 'POST /media', retryAfter: null }, 900],
])(
  '[F-send-17] a carrier that answers %s: one back-off for the line, no document is uploaded for each try, no attempt is counted, and all arrive in order',
  async ([, mood, atLeastMs], { onTestFinished }) => {
    const { carrier, rig, startWorker, stop } = await startOutage();
    onTestFinished(stop);
    Object.assign(carrier.moods, mood);
    const refused = async (times: number): Promise<unknown> =>
      await until(
        async () => await Promise.resolve(carrier.refusals.length),
        (n) => n >= times,
      );
    await startWorker();
    const jobs = await queue(rig);
    await refused(1);
    // Two processes, as far as the queue can tell; the second one learns of the refusal from the first.
    await startWorker();
    await refused(3);
    const over = performance.now();
    carrier.moods.broken = null;
    const { refusals } = carrier;
    const first = refusals[0]?.at ?? 0;
    const gaps = refusals.slice(1).map(({ at }, i) => at - (refusals[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(atLeastMs);
    // At most one request per second, however late each of them comes.
    const asked = carrier.asked.filter((at) => at > first && at < over);
    expect(asked.length).toBeLessThanOrEqual((over - first) / 1_000 + 1);
    await until(
      async () => await jobStates(rig),
      (states) => states['DELIVERED'] === FAXES,
    );
    const dials = await rig.database.db.selectFrom('send_job').select('dials').distinct().execute();
    expect(dials).toEqual([{ dials: 1 }]);
    const order = await rig.database.db
      .selectFrom('send_attempt')
      .select('job_id')
      .where('result', '=', 'OK')
      .orderBy('started_at')
      .execute();
    expect(order.map(({ job_id }) => job_id)).toEqual(jobs);
    const uploads = await rig.database.db
      .selectFrom('send_attempt')
      .select(({ fn }) => fn.countAll<number>().as('times'))
      .where('call_ref', 'in', carrier.uploaded)
      .groupBy('job_id')
      .execute();
    const times = uploads.map((job) => job.times);
    expect([times.length, times.reduce((sum, one) => sum + one, 0)]).toEqual([
      FAXES,
      carrier.uploaded.length,
    ]);
    // Each of the two processes may have uploaded a fax once, however often it tried.
    expect(Math.max(...times)).toBeLessThanOrEqual(2);
  },
);
