import { sql } from 'kysely';

import type { Database } from '#engine/database/port.ts';
import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';

/** More rounds than any job needs: a job that adds itself forever is a bug. */
const MOST_JOBS = 10_000;

/** A queue that a test runs explicitly: it keeps jobs until runAll. */
export interface HandQueue {
  queue: JobQueue;
  /** Runs every due job, and the jobs that they add; the first error fails the test. */
  runAll(definitions: readonly JobDefinition[]): Promise<void>;
}

/**
 * Creates a queue in its own table: as in the product, a job exists if and only if the transaction that adds it is
 * committed. Several queues over one database have different names.
 */
export async function handQueue({ db }: Pick<Database, 'db'>, name = 'job'): Promise<HandQueue> {
  const table = sql.id('hand_queue', name);
  await sql`create schema if not exists hand_queue`.execute(db);
  await sql`create table ${table} (
    id bigint generated always as identity primary key, name text not null, payload jsonb not null,
    not_before timestamptz
  )`.execute(db);
  const take = async () => {
    const { rows } = await sql<{ name: string; payload: unknown }>`
      delete from ${table} where id = (
        select min(id) from ${table} where not_before is null or not_before <= now()) returning name, payload`.execute(
      db,
    );
    return rows[0];
  };
  return {
    queue: {
      enqueue: async (tx, kind, payload, { notBefore } = {}) => {
        const text = JSON.stringify(payload);
        await sql`
          insert into ${table} (name, payload, not_before)
          values (${kind.name}, ${text}::jsonb, ${notBefore ?? null})`.execute(tx);
      },
      check: async () => ({ ok: true }),
      stop: async () => {},
    },
    runAll: async (definitions) => {
      for (let done = 0; ; done += 1) {
        const job = await take();
        if (!job) return;
        if (done >= MOST_JOBS) throw new Error('the jobs never end');
        const definition = definitions.find((one) => one.name === job.name);
        if (!definition) throw new Error(`there is no job ${job.name}`);
        await definition.run(job.payload, AbortSignal.timeout(60_000));
      }
    },
  };
}
