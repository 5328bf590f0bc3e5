import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { addAccount, killEverything, logIn, openBeside, startOver, untilAvailable } from './send-product.ts';
import type { Sender } from './send-product.ts';

/** The sending and the receiving account. */
export const [A, B] = ['2125550300', '2125550301'];
const UNFINISHED = ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'] as const;

/** A product that is killed while it sends, and the parts that outlive it. */
export interface CrashedProduct {
  dataDir: string;
  product: Product;
  /** Logged in once, because a login costs the time in which the letters are to be accepted. */
  sender: Sender;
}

/** Starts a new product with two accounts for each test. */
export function crashedProduct(): CrashedProduct {
  const crashed = {} as CrashedProduct;
  beforeEach(async () => {
    crashed.dataDir = await mkdtemp(join(tmpdir(), 'f2e-crash-'));
    crashed.product = await startOver(crashed.dataDir);
    await addAccount(crashed.product, A);
    await addAccount(crashed.product, B);
    crashed.sender = await logIn(crashed.product, A);
  });
  afterEach(async () => {
    await killEverything(crashed.product);
    await rm(crashed.dataDir, { recursive: true, force: true });
  });
  return crashed;
}

/** Kills the product with all its processes, and restarts it. */
export async function crash(crashed: CrashedProduct, env: Record<string, string> = {}): Promise<void> {
  await killEverything(crashed.product);
  crashed.product = await startOver(crashed.dataDir, env);
}

/** Waits until the queue is empty, and returns the outcome of every job. */
export async function drained({ dataDir }: CrashedProduct) {
  const database = await openBeside(dataDir);
  try {
    await until(
      async () => {
        const rows = await database.db
          .selectFrom('send_job')
          .select('id')
          .where('state', 'in', UNFINISHED)
          .execute();
        return rows.length;
      },
      (open) => open === 0,
    );
    return await outcomes(database);
  } finally {
    await database.close();
  }
}

/**
 * Waits until the queue is empty, and asserts that all faxes have arrived once, including the promised ones. Returns
 * the jobs.
 */
export async function delivered(crashed: CrashedProduct, promised: readonly number[]) {
  const { jobs, received } = await drained(crashed);
  const known = new Set(jobs.map(({ id }) => id));
  expect(promised.filter((id) => !known.has(id))).toEqual([]);
  expect(jobs.filter(({ state, arrived }) => state !== 'DELIVERED' || arrived !== 1)).toEqual([]);
  expect(received).toBe(jobs.length);
  return jobs;
}

/** Returns each job with the faxes that its calls left in the other inbox. */
async function outcomes(database: Database) {
  const { rows } = await database.pool.query<{
    id: number;
    fax: number;
    state: string;
    dials: number;
    attempts: number;
    dialled: number;
    arrived: number;
    sha256: Buffer | null;
    last_error: string | null;
  }>(`
    select j.id, j.fax_id as fax, j.state, j.dials, j.last_error, d.sha256,
      (select count(*) from send_attempt a where a.job_id = j.id) as attempts,
      (select count(*) from send_attempt a where a.job_id = j.id and a.dialled_at is not null) as dialled,
      (select count(*) from send_attempt a join inbound_call c on c.call_ref = a.call_ref and c.fax_id is not null
       where a.job_id = j.id) as arrived
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    join document d on d.id = f.document_id order by j.id`);
  const received = await database.db.selectFrom('fax').select('id').where('action', '=', 'R').execute();
  return { jobs: rows, received: received.length };
}

/** Makes a send whose response may never arrive. */
export async function trySend(
  { product, sender }: CrashedProduct,
  text: string,
  key: string,
  to = B,
): Promise<number[]> {
  try {
    const answer = await untilAvailable(async () => await sender.sendTo(product, to, text, key));
    return answer.status === 200 ? answer.jobs : [];
  } catch {
    return []; // The product was killed during the call: nothing was promised.
  }
}
