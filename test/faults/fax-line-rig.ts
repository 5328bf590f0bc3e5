import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { openDiskStore } from '#engine/file-store/disk.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { chooseHylafax } from '#test/fax-rig/line-over.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

/** A database, a telephone network and a worker process that is killed. */
export interface LineRig {
  fax: FaxRig;
  features: SendingRig;
  /** Where the worker keeps files, and its log of faults. */
  folder: string;
  log: string;
  account: { id: number; number: string };
  /** Starts the worker; a fault point kills it by itself. */
  work(fault?: string): Promise<ChildProcess>;
  /** kill -9, and its end. */
  kill(worker: ChildProcess): Promise<void>;
  /** Puts a fax of so many dense pages into the queue; gives its job. */
  queue(to: string, pages?: number, filling?: 'bars' | 'dots'): Promise<number>;
  job(id: number): Promise<JobNow>;
  /** Waits until the job has ended. */
  ended(id: number, limitMs?: number): Promise<JobNow>;
  /** Faxes that the world has got for this number: pages of each. */
  arrivedAt(number: string): Promise<{ pages: number; whole: boolean }[]>;
  /** Ends everything that was started for it. */
  stop(): Promise<void>;
}

/** What a rig is started with. */
export interface LineRigOptions {
  modems: number;
  /** More parameters of the line's address, for an account's number. */
  parameters?: (number: string) => string;
  /** A telephone network that others use too, and that stays. */
  fax?: FaxRig;
}

/** A job as the outbox shows it. */
export interface JobNow {
  state: string;
  dials: number;
  confirmed: number;
  error: string | null;
  attempts: number;
  /** How its calls ended, for the eyes of whoever sees a test fail. */
  story: string;
}

/** Starts everything but the worker. */
export async function startLineRig({
  modems,
  parameters = () => '',
  fax: shared,
}: LineRigOptions): Promise<LineRig> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-line-'));
  const log = `${folder}.log`;
  const fax = shared ?? (await startFaxRig({ modems, worldModems: 2 * modems }));
  const features = await startSending({ chooseLine: chooseHylafax });
  const files = await openDiskStore(folder);
  const workers = new Set<ChildProcess>();
  const { db, pool } = features.database;
  const account = await makeAccount(db);
  await features.sending.lineAdmin.addLine({
    kind: 'hylafax',
    name: 'fax1',
    channels: modems,
    config: { url: fax.ours.url(parameters(account.number)) },
  });
  let documents = 0;
  const job = async (id: number): Promise<JobNow> => {
    const { rows } = await pool.query<JobNow>(
      `select state, dials, confirmed_pages as confirmed, last_error as error,
         (select count(*) from send_attempt a where a.job_id = j.id) as attempts,
         (select string_agg(concat_ws(' ', a.n, a.result, a.pages_sent, a.detail), '; ' order by a.n)
          from send_attempt a where a.job_id = j.id) as story from send_job j where id = $1`,
      [id],
    );
    if (!rows[0]) throw new Error('there is no such job');
    return rows[0];
  };
  return {
    fax,
    features,
    folder,
    log,
    account,
    work: async (fault = '') => {
      const args = [join(import.meta.dirname, 'fax-worker.ts'), features.database.url, folder, fault, log];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      workers.add(child);
      if (fault === '') await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
      return child;
    },
    kill,
    queue: async (to, pages = 1, filling = 'bars') => {
      documents += 1;
      const key = `documents/test-${documents}/fax.tiff`;
      await files.put(key, faxPages(pages, filling));
      const { rows } = await pool.query<{ id: number }>(QUEUE, [
        account.id,
        key,
        pages,
        to,
        `path-of-a-test-${documents}`,
      ]);
      return rows[0]?.id ?? 0;
    },
    job,
    ended: async (id, limitMs = 90_000) =>
      await until(
        async () => await job(id),
        ({ state }) => ['DELIVERED', 'FAILED', 'UNCERTAIN'].includes(state),
        limitMs,
      ),
    arrivedAt: async (number) =>
      (await fax.world.calls())
        .filter((call) => call[1] === 'RECV' && call[14] === `"1${number}"`)
        .map((call) => ({ pages: Number(call[10]), whole: call[13] === '""' })),
    stop: async () => {
      await Promise.all([...workers].map(kill));
      await features.stop();
      if (!shared) await fax.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(log, { force: true });
    },
  };
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
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
