import type { CallOutcome, FaxLine, OutgoingCall } from '#engine/fax-line/port.ts';

import type { SendingRig } from './sending-rig.ts';
import { silentLog } from './test-database.ts';

/** What a worker of the rig claims calls with. */
export function claiming({ database, sending }: SendingRig, lines = sending.lines) {
  return { database, lines, log: silentLog };
}

/** Returns the number of jobs in each state. */
export async function jobStates(rig: SendingRig): Promise<Record<string, number>> {
  const rows = await rig.database.db
    .selectFrom('send_job')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Queues many jobs of one account to different numbers that share one converted document with one page. */
export async function fillQueue(rig: SendingRig, account: number, count: number): Promise<void> {
  const { db, pool } = rig.database;
  await rig.files.put('documents/shared/fax.tiff', Buffer.from('P'));
  await pool.query(
    `with d as (
       insert into document (account_id, storage_key, source, tiff_key, pages, state)
       values ($1::bigint, 'documents/shared-' || $1::bigint, 'upload', 'documents/shared/fax.tiff', 1, 'ready') returning id
     ), p as (
       insert into fax_party (account_id, number, company, sender, to_person) values ($1::bigint, '3105550111', '', '', '')
       returning id
     ), f as (
       insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages, outbox)
       select $1::bigint, d.id, 'key-of-a-test-' || $1::bigint || '-' || g, 'S', p.id,
         (3102000111 + ($1::bigint * 7 + g) % 700 * 10000)::text, '', 1, true
       from d, p, generate_series(1, $2::int) g returning id, other_number
     )
     insert into send_job (account_id, fax_id, to_number) select $1::bigint, f.id, f.other_number from f`,
    [account, count],
  );
  await db.insertInto('send_turn').values({ account_id: account }).execute();
}

/** A call whose end the test decides. */
export interface OpenCall {
  call: OutgoingCall;
  readonly end: (outcome: CallOutcome) => void;
}

/** Returns a line whose calls last until the test or the worker hangs up. */
export function patientLine(calls: OpenCall[]) {
  return (line: FaxLine): FaxLine => ({
    ...line,
    send: async (call, signal) => {
      if (!(await call.handOver(() => undefined))) return { kind: 'never-placed' };
      return await new Promise<CallOutcome>((end) => {
        calls.push({ call, end });
        signal.addEventListener('abort', () =>
          end({ kind: 'retry', reason: 'LINE_FAULT', pagesConfirmed: 0 }),
        );
      });
    },
  });
}
