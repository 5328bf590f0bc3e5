import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { FaxLine } from '#engine/fax-line/port.ts';
import { FileStoreAway } from '#engine/file-store/port.ts';
import { makeAccount } from '#test/factories.ts';
import { fillQueue, jobStates } from '#test/queue-rig.ts';
import { noNotices, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import type { OutboxWorker } from './outbox.worker.ts';

let rig: SendingRig;
let worker: OutboxWorker | undefined;
stopAfterEach(() => ({ rig, worker }));

/** Queues one fax on a line that delivers, and starts a worker after the statement. Returns the calls. */
async function sendOne(
  change: Parameters<typeof startSending>[0] = {},
  statement = 'select 1',
): Promise<string[]> {
  const calls: string[] = [];
  const send: FaxLine['send'] = async (call) => {
    if (!(await call.handOver(() => calls.push(call.callRef)))) return { kind: 'never-placed' };
    return { kind: 'delivered', pages: call.pages };
  };
  rig = await startSending({ ...change, line: (simulator) => ({ ...simulator, send }) });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  const { id } = await makeAccount(rig.database.db);
  await fillQueue(rig, id, 1);
  await rig.database.pool.query(statement);
  worker = await rig.sending.startWorker({ convertSlots: 1 });
  return calls;
}

async function ended(): Promise<string> {
  const states = await until(
    async () => Object.keys(await jobStates(rig)).join(','),
    (now) => !['QUEUED', 'SENDING'].includes(now),
  );
  return states;
}

async function attempts() {
  return await rig.database.db
    .selectFrom('send_attempt')
    .select(['result', 'pages_sent', (eb) => eb('dialled_at', 'is not', null).as('dialled')])
    .execute();
}

const wrongSql = async (tx: Parameters<typeof noNotices.sent>[0]): Promise<void> => {
  await sql`select column_that_is_not_there from fax`.execute(tx);
};
const mistake = async (): Promise<void> => {
  throw new TypeError('undefined is not a function');
};

describe('what fails after a call never leads to a second one', () => {
  it.each([
    ['wrong SQL', { sent: wrongSql }],
    ['a mistake of ours', { sent: mistake }],
    ['one that also befalls the mail about it', { sent: wrongSql, failed: mistake }],
  ])('%s in the write of a delivery: the fax is uncertain', async (_, broken) => {
    const calls = await sendOne({ notices: { ...noNotices, ...broken } });
    expect(await ended()).toBe('UNCERTAIN');
    expect(calls).toHaveLength(1);
    expect(await attempts()).toEqual([{ result: 'UNCERTAIN', pages_sent: 1, dialled: true }]);
  });

  it('also where the failure is none of a write', async () => {
    const calls = await sendOne({
      faultPoint: (name) => {
        if (name === 'after_delivery_before_commit') throw new Error('broken');
      },
    });
    expect(await ended()).toBe('UNCERTAIN');
    expect(calls).toHaveLength(1);
  });
});

it('a call that cannot be marked because of wrong SQL waits, and is not prepared again at once', async () => {
  const calls = await sendOne({}, 'alter table send_attempt rename column dialled_by to renamed');
  expect(await ended()).toBe('WAITING');
  expect(calls).toEqual([]);
  expect(await attempts()).toEqual([{ result: 'INTERNAL', pages_sent: 0, dialled: false }]);
  const { rows } = await rig.database.pool.query('select next_at > now() as waits from send_job');
  expect(rows).toEqual([{ waits: true }]);
});

async function document() {
  return await rig.database.db
    .selectFrom('document')
    .select(['state', 'fault', 'orphanings', 'deaths', 'convert_owner'])
    .executeTakeFirstOrThrow();
}

/** Sends a fax whose pages the store refuses. */
async function convert(error: Error, orphanings: number): Promise<void> {
  rig = await startSending();
  const { files, database } = rig;
  const { id } = await makeAccount(database.db);
  await rig.send(id, [(await makeAccount(database.db)).number]);
  await database.pool.query('update document set orphanings = $1', [orphanings]);
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    if (key.includes('/fax-')) throw error;
    await files.put(key, bytes);
  };
  worker = await rig.another({ files: { ...files, put } }).startWorker({ convertSlots: 1 });
  await until(
    async () => (await database.pool.query('select from document where convert_token > 0')).rowCount,
    (n) => n === 1,
  );
  await until(document, (now) => now.convert_owner === null);
}

describe('pages that cannot be stored', () => {
  it.each([
    ['the store refuses us', new Error('AccessDenied'), 1],
    ['the store is away', new FileStoreAway('nobody there'), 0],
  ])('as %s: the document is given back at once, and waits', async (_, error, orphanings) => {
    await convert(error, 0);
    expect(await document()).toMatchObject({ state: 'new', orphanings, deaths: 0, fault: null });
  });

  it('end as a fault of ours after many tries, never as one of the document', async () => {
    await convert(new TypeError('undefined is not a function'), 29);
    expect(await document()).toMatchObject({ state: 'failed', fault: 'INTERNAL' });
    const fax = await rig.database.db.selectFrom('fax').select('reason').executeTakeFirstOrThrow();
    expect(fax.reason).toBe('INTERNAL');
  });
});
