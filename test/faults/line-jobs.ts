import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';

import type { FileStore } from '#engine/file-store/port.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';

/** A job as the outbox shows it. */
export interface JobNow {
  state: string;
  dials: number;
  confirmed: number;
  error: string | null;
  attempts: number;
  /** How its calls ended, to explain a failed test. */
  story: string;
}

/** A process that sends and receives. */
export type Worker = ChildProcessByStdio<null, Readable, null>;

/** Starts a worker; the arguments are those of fax-worker.ts. */
export function spawnWorker(args: readonly string[]): Worker {
  const program = join(import.meta.dirname, 'fax-worker.ts');
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Resolves when the worker reports that it is running. */
export async function working(worker: Worker): Promise<void> {
  await new Promise((resolve) => createInterface(worker.stdout).once('line', resolve));
}

/** Kills the worker with kill -9 and waits for its end. */
export async function killWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
}

/** Returns the state of a job, and how its calls ended. */
export async function readJob(pool: Pick<Pool, 'query'>, id: number): Promise<JobNow> {
  const { rows } = await pool.query<JobNow>(
    `select state, dials, confirmed_pages as confirmed, last_error as error,
       (select count(*) from send_attempt a where a.job_id = j.id) as attempts,
       (select string_agg(concat_ws(' ', a.n, a.result, a.pages_sent, a.detail), '; ' order by a.n)
        from send_attempt a where a.job_id = j.id) as story from send_job j where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error('there is no such job');
  return rows[0];
}

/** Queues a fax with the given number of dense pages; returns its job. */
export async function queueFax(
  pool: Pick<Pool, 'query'>,
  files: FileStore,
  fax: { account: number; to: string; pages?: number; filling?: 'bars' | 'dots' },
): Promise<number> {
  const { account, to, pages = 1, filling = 'bars' } = fax;
  const name = randomUUID();
  const key = `documents/test-${name}/fax.tiff`;
  await files.put(key, faxPages(pages, filling));
  const { rows } = await pool.query<{ id: number }>(QUEUE, [
    account,
    key,
    pages,
    to,
    `path-of-a-test-${name}`,
  ]);
  return rows[0]?.id ?? 0;
}

const QUEUE = `
  with d as (
    insert into document (account_id, storage_key, source, tiff_key, pages, state)
    values ($1::bigint, $2::text, 'upload', $2::text, $3::int, 'ready') returning id
  ), p as (
    insert into fax_party (account_id, number, company, sender, to_person) values ($1::bigint, $4::text, '', '', $5::text)
    returning id
  ), f as (
    insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages, outbox)
    select $1::bigint, d.id, $5::text, 'S', p.id, $4::text, '', $3::int, true from d, p returning id
  ), t as (
    insert into send_turn (account_id) values ($1::bigint) on conflict do nothing
  )
  insert into send_job (account_id, fax_id, to_number, ready) select $1::bigint, f.id, $4::text, true from f returning id`;
