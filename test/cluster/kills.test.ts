import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { chanceOf } from '#test/chance.ts';
import { makeAccount } from '#test/factories.ts';
import { until } from '#test/sending-rig.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';
import { silentLog } from '#test/test-database.ts';

import { convertersOf } from '../faults/converters.ts';
import { sendAllTheTime } from '../faults/crowd.ts';
import { whenDrained, wrongOnes } from '../faults/queue-outcomes.ts';
import { killNow } from '../faults/send-product.ts';
import { startCluster, whyNoCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Number of faxes that must be accepted before the next process dies, which proves that the remaining ones work. */
const BETWEEN = 4;
/** Pause between two mails in milliseconds: one account may send 300 an hour. */
const REST_MS = 500;

const why = whyNoCluster();
if (why !== null) process.stderr.write(`NOT TESTED over several processes: ${why}\n`);

describe.skipIf(why !== null)('any one process killed with -9 while faxes come by pages and by mail', () => {
  let cluster: Cluster;
  let database: Database;

  beforeAll(async () => {
    cluster = await startCluster('haproxy');
    database = await openDatabase({
      url: cluster.env['F2E_DATABASE_URL'] ?? '',
      dataDir: cluster.dataDir,
      log: silentLog,
      max: 2,
    });
    for (const number of [A, B]) await makeAccount(database.db, { number, monthLimit: 1_000_000 });
  });
  afterAll(async () => {
    await database.close();
    await cluster.stop();
  });

  /** Returns how many jobs match; -1 while the database is down. */
  async function count(where: string): Promise<number> {
    const asked = database.pool.query<{ n: number }>(
      `select count(*)::int as n from send_job where ${where}`,
    );
    return (await asked.catch(() => undefined))?.rows[0]?.n ?? -1;
  }

  /** Resolves when BETWEEN more faxes were accepted than at the start. */
  async function takesMore(): Promise<void> {
    const before = await until(
      async () => await count('true'),
      (jobs) => jobs >= 0,
    );
    await until(
      async () => await count('true'),
      (jobs) => jobs >= before + BETWEEN,
    );
  }

  /** Each kill, at a moment with work in progress, and the restart of the process. */
  const deaths: Record<string, () => Promise<void>> = {
    'a converter': async () => {
      const drawing = await until(
        async () => (await Promise.all(cluster.workers.map(convertersOf))).flat(),
        (pids) => pids.length > 0,
      );
      for (const pid of drawing) killNow(pid);
    },
    'the worker that takes mails': async () => {
      await cluster.workers[0].kill();
      await takesMore();
      await cluster.workers[0].again();
    },
    'a web process': async () => {
      await cluster.web.n1.kill();
      await takesMore();
      await cluster.web.n1.again();
    },
    'the database': async () => {
      await cluster.postgres.kill();
      await cluster.postgres.again();
    },
  };

  /** Acts as a sending server: retries a mail until it is accepted. */
  async function deliver(messageId: string): Promise<void> {
    await until(
      async () => {
        const client = await meetSmtp(cluster.smtpPort);
        const from = `owner-${A}@example.com`;
        const files = [{ name: 'a.txt', bytes: messageId }];
        const answer = await client.mail({
          from,
          to: [`${B}@localhost`],
          source: mailSource({ from, messageId, text: 'kept', files }),
        });
        client.close();
        return answer;
      },
      (answer) => answer.startsWith('250'),
    );
  }

  it('every fax that was acknowledged arrives, and each once', async () => {
    // The demonstration's faxes were never really sent.
    const demonstrated = await count('true');
    const met: string[] = [];
    const killing = (async () => {
      for (const [name, die] of chanceOf('cluster-kills').shuffled(Object.entries(deaths))) {
        await takesMore();
        await until(
          async () => await count(`state in ('CONVERTING', 'SENDING') and lease_owner is not null`),
          (jobs) => jobs > 0,
        );
        await die();
        met.push(name);
      }
      await takesMore();
    })();
    const over = new AbortController();
    void killing.catch(() => undefined).finally(() => over.abort());
    const mails = async (): Promise<number> => {
      let taken = 0;
      for (; !over.signal.aborted; taken += 1) {
        await deliver(`mail-${taken}@customer.test`);
        await pause(REST_MS);
      }
      return taken;
    };
    const person = { ...cluster.web.n1, baseURL: cluster.baseURL };
    const [{ promised }, mailed] = await Promise.all([
      sendAllTheTime({ at: () => person, from: A, to: B, side: 2, least: 30, until: killing }),
      mails(),
      killing,
    ]);
    const jobs = (await whenDrained(database)).filter(({ id }) => id > demonstrated);
    expect(met.toSorted()).toEqual(Object.keys(deaths).toSorted());
    expect(wrongOnes(jobs, promised)).toEqual([]);
    expect(mailed).toBeGreaterThan(5);
    expect(jobs).toHaveLength(promised.length + mailed);
  }, 600_000);
});
