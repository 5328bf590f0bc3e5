import { afterEach, describe, expect, it } from 'vitest';

import { FileStoreAway } from '#engine/file-store/port.ts';
import { makeAccount } from '#test/factories.ts';
import { jobStates } from '#test/queue-rig.ts';
import { fakeDocuments, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { claimDocument, finishDocument } from './convert.store.ts';
import { LeaseLost } from './lease.ts';
import type { OutboxWorker } from './outbox.worker.ts';

let rig: SendingRig;
const workers: OutboxWorker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map(async (worker) => await worker.stop()));
  await rig.stop();
});

async function work(stopGraceMs?: number): Promise<OutboxWorker> {
  const worker = await rig.sending.startWorker({ convertSlots: 2, ...(stopGraceMs && { stopGraceMs }) });
  workers.push(worker);
  return worker;
}

/**
 * Claims a document as a worker that dies at once: nobody holds the lock of its number, and its last sign of life was a
 * while ago.
 */
async function claimAsTheDead() {
  const { database } = rig;
  const claimed = await until(
    async () => await database.transaction(async (tx) => await claimDocument(tx, '1')),
    (found) => found !== null,
  );
  await database.pool.query(
    "update document set convert_until = now() + interval '20 seconds' where convert_owner = '1'",
  );
  return claimed;
}

async function document() {
  return await rig.database.db
    .selectFrom('document')
    .select(['state', 'fault', 'deaths', 'orphanings', 'pages', 'convert_owner'])
    .executeTakeFirstOrThrow();
}

/** Sends a fax between two accounts, with a worker that cannot read some files. */
async function sendWhileAway(
  isAway: (key: string) => boolean,
  error: Error = new FileStoreAway('it waits on another machine'),
) {
  const { files, database } = rig;
  const get = async (key: string): Promise<Uint8Array | null> => {
    if (isAway(key)) throw error;
    return await files.get(key);
  };
  const a = await makeAccount(database.db);
  const b = await makeAccount(database.db);
  await rig.send(a.id, [b.number]);
  const there = rig.another({ files: { ...files, get } });
  return { work: async () => workers.push(await there.startWorker({ convertSlots: 1 })) };
}

describe('converting', () => {
  it('starts again when its worker died, and the stalled worker can store nothing', async () => {
    rig = await startSending();
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    await rig.send(a.id, [b.number], { pages: 2 });
    const stalled = await claimAsTheDead();
    const { data: shown } = await rig.sending.outbox.list(a.id);
    expect(shown).toMatchObject([{ state: 'CONVERTING', dials: 0, pages: 0 }]);
    await work();
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
    const done = await document();
    expect(done).toMatchObject({ state: 'ready', pages: 2, deaths: 0, orphanings: 1 });
    if (!stalled) throw new Error('nothing was claimed');
    const late = rig.database.transaction(
      async (tx) =>
        await finishDocument(tx, stalled, { tiffKey: 'x', pages: 9, bytes: 1, sha256: Buffer.alloc(32) }),
    );
    await expect(late).rejects.toThrow(LeaseLost);
  });

  it('gives up a document that was under way when 30 workers ended', async () => {
    rig = await startSending({ documents: fakeDocuments() });
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    await rig.send(a.id, [b.number]);
    await rig.database.pool.query('update document set orphanings = 29');
    await claimAsTheDead();
    await work();
    await until(
      async () => await jobStates(rig),
      (now) => now['FAILED'] === 1,
    );
    const done = await document();
    expect(done).toMatchObject({
      state: 'failed',
      fault: 'DOCUMENT_DAMAGED',
      orphanings: 30,
      convert_owner: null,
    });
  });

  const SHORT = [
    ['their store is away', new FileStoreAway('it waits on another machine'), 0],
    ['too many files are open', Object.assign(new Error('EMFILE'), { code: 'EMFILE', errno: -24 }), 0],
    ['the database has no connection left', Object.assign(new Error('too many'), { code: '53300' }), 0],
    ['our own code fails', new TypeError('undefined is not a function'), 1],
    ['our SQL is wrong', Object.assign(new Error('no such column'), { code: '42703' }), 1],
  ] as const;
  it.each(SHORT)(
    'files that cannot be read now as %s: the document waits',
    async (_why, error, orphanings) => {
      rig = await startSending();
      const b = await sendWhileAway(() => true, error);
      await rig.database.pool.query('update document set deaths = 2');
      await b.work();
      const tries = async (): Promise<number> =>
        (await rig.database.pool.query<{ n: number }>('select convert_token::int as n from document')).rows[0]
          ?.n ?? 0;
      await until(
        async () => ((await tries()) > 0 ? await document() : null),
        (now) => now !== null && (now.convert_owner === null || now.state !== 'new'),
      );
      expect(await document()).toMatchObject({ state: 'new', deaths: 2, orphanings, fault: null });
    },
  );

  it('pages that cannot be read now fail no fax, however long it takes', async () => {
    rig = await startSending();
    let away = true;
    const b = await sendWhileAway((key) => away && key.includes('/fax-'));
    await rig.database.pool.query(`insert into send_attempt (job_id, n, line_id, call_ref)
      select j.id, 25, l.id, 'before' from send_job j, line l where l.kind = 'onnet'`);
    await b.work();
    await until(
      async () => await jobStates(rig),
      (now) => (now['WAITING'] ?? 0) + (now['FAILED'] ?? 0) === 1,
    );
    expect(await jobStates(rig)).toEqual({ WAITING: 1 });
    away = false;
    await rig.database.pool.query("update send_job set next_at = now() where state = 'WAITING'");
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 1,
    );
  });

  it('[F-send-15] a poison document fails alone: 50 good ones beside it are sent', async () => {
    let conversions = 0;
    const fake = fakeDocuments();
    rig = await startSending({
      documents: fakeDocuments({
        toFaxPages: async (sources, options) => {
          conversions += 1;
          return await fake.toFaxPages(sources, options);
        },
      }),
    });
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    const [poison] = await rig.send(a.id, [b.number], { text: 'crash' });
    for (let i = 0; i < 50; i += 1) await rig.send(a.id, [b.number]);
    await work();
    const end = await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 50 && now['FAILED'] === 1,
    );
    expect(end).toEqual({ DELIVERED: 50, FAILED: 1 });
    const failed = await rig.database.db
      .selectFrom('send_job as j')
      .innerJoin('fax as f', 'f.id', 'j.fax_id')
      .select(['j.last_error', 'f.status', 'f.reason', 'j.dials'])
      .where('j.id', '=', poison?.jobId ?? 0)
      .executeTakeFirstOrThrow();
    expect(failed).toEqual({
      last_error: 'DOCUMENT_DAMAGED',
      status: 'FAILED',
      reason: 'DOCUMENT_DAMAGED',
      dials: 0,
    });
    expect(conversions).toBe(53);
  });

  it('hands a document back when the worker stops, and nothing counts against it', async () => {
    rig = await startSending();
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    await rig.send(a.id, [b.number], { text: 'slow' });
    const worker = await work(10);
    await until(document, (now) => now.convert_owner !== null);
    await worker.stop();
    workers.length = 0;
    const left = await document();
    const states = await jobStates(rig);
    expect(left).toMatchObject({ state: 'new', deaths: 0, orphanings: 0, convert_owner: null });
    expect(states).toEqual({ QUEUED: 1 });
  });

  it('serves the account whose turn it is: one document does not wait behind 30 of another account', async () => {
    const order: string[] = [];
    const fake = fakeDocuments();
    rig = await startSending({
      documents: fakeDocuments({
        toFaxPages: async (sources, options) => {
          order.push(
            Buffer.from(sources[0]?.bytes ?? [])
              .toString()
              .includes('mine')
              ? 'b'
              : 'a',
          );
          return await fake.toFaxPages(sources, options);
        },
      }),
    });
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    for (let i = 0; i < 30; i += 1) await rig.send(a.id, [b.number]);
    await rig.send(b.id, [a.number], { text: 'mine' });
    await work();
    await until(
      async () => await jobStates(rig),
      (now) => now['DELIVERED'] === 31,
    );
    expect(order.indexOf('b')).toBeLessThanOrEqual(2);
  });
});
