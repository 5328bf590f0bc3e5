import type { Pool } from 'pg';

import type { Installation } from './installation.ts';
import type { Promised } from './load.ts';

/** The result of one round. */
export interface Verdict {
  accepted: number;
  delivered: number;
  uncertain: number;
  received: number;
  /** Everything that is wrong; empty if nothing acknowledged was lost or duplicated. */
  wrong: string[];
}

interface Job {
  id: number;
  state: string;
  to: string;
  line: string | null;
  arrived: number;
  story: string;
}

/** Checks the outcome of everything acknowledged, after all work has ended. */
export async function judge(rig: Installation, promised: Promised): Promise<Verdict> {
  const { pool } = rig.database;
  const { rows: jobs } = await pool.query<Job>(JOBS);
  const accepted = promised.jobs.length + promised.mails.length;
  const { rows: arrivals } = await pool.query<{ call_ref: string; n: number }>(
    `select c.call_ref, count(*)::int as n from inbound_call c join line l on l.id = c.line_id
     where l.name = 'carrier' and c.fax_id is not null group by c.call_ref`,
  );
  const { rows: mails } = await pool.query<{ id: string; n: number }>(
    `select m.message_id as id, count(j.id)::int as n from mail_in m join fax f on f.document_id = m.document_id
     join send_job j on j.account_id = f.account_id and j.fax_id = f.id group by 1`,
  );
  const known = new Set(jobs.map(({ id }) => id));
  const taken = new Map(mails.map(({ id, n }) => [id, n]));
  const wrong = [
    ...promised.strange,
    ...promised.jobs
      .filter((id) => !known.has(id))
      .map((id) => `LOST: job ${id} was acknowledged and is not there`),
    ...promised.mails
      .filter((id) => taken.get(id) !== 1)
      .map(
        (id) =>
          `${taken.has(id) ? 'TWICE' : 'LOST'}: mail ${id} was taken and is ${taken.get(id) ?? 0} faxes`,
      ),
    ...jobs.flatMap((job) => faultsOf(rig, job)),
    ...differs('jobs', jobs.length, accepted),
    ...differs('LOST or TWICE: faxes of the carrier', arrivals.length, promised.arrivals),
    ...arrivals
      .filter(({ n }) => n !== 1)
      .map(({ call_ref: ref, n }) => `TWICE: arrival ${ref} is ${n} faxes`),
    ...(await recount(pool)),
    ...(await copiesMissing(rig)),
    ...rig.carrier.faults.map((fault) => `the carrier was asked wrongly: ${fault}`),
    ...(await examine(rig)),
  ];
  const inState = (state: string): number => jobs.filter((job) => job.state === state).length;
  const received = arrivals.length;
  return { accepted, delivered: inState('DELIVERED'), uncertain: inState('UNCERTAIN'), received, wrong };
}

/** Each job, the number of faxes that its calls left in another inbox, and how its calls ended. */
const JOBS = `
  select j.id, j.state, j.to_number as "to", l.kind as line,
    (select count(*)::int from send_attempt a join inbound_call c on c.call_ref = a.call_ref and c.fax_id is not null
     where a.job_id = j.id) as arrived,
    concat_ws('; ', j.last_error, (select string_agg(concat_ws(' ', a.n, a.result, a.detail), '; ' order by a.n)
     from send_attempt a where a.job_id = j.id)) as story
  from send_job j left join line l on l.id = j.line_id order by j.id`;

function faultsOf({ hfaxd, carrier }: Installation, { id, state, to, arrived, story }: Job): string[] {
  const outside = hfaxd.submissionsTo(to) + carrier.faxesTo(`+1${to}`).length;
  const copies = to.startsWith('212') ? arrived : outside;
  const told = `job ${id} to ${to} is ${state} and arrived ${copies} times (${story})`;
  if (copies > 1) return [`TWICE: ${told}`];
  if (state === 'DELIVERED') return copies === 1 ? [] : [`LOST: ${told}`];
  // The outcome is unknowable if a line's answer never arrived; within the installation there is no such doubt.
  if (state === 'UNCERTAIN' && !to.startsWith('212')) return [];
  return [`LOST: ${told}`];
}

/** Stored counters, each with a recount from the faxes. */
const RECOUNTS = {
  'pages sent this month': [
    `select coalesce(sum(sent_pages), 0)::int from usage_month`,
    `select coalesce(sum(f.pages), 0)::int from fax f join send_job j on j.account_id = f.account_id and j.fax_id = f.id
     where j.state = 'DELIVERED'`,
  ],
  'pages received this month': [
    `select coalesce(sum(rcvd_pages), 0)::int from usage_month`,
    `select coalesce(sum(pages), 0)::int from fax where action = 'R'`,
  ],
  'pages sent by day': [
    `select coalesce(sum(sent_pages), 0)::int from usage_day`,
    `select coalesce(sum(sent_pages), 0)::int from usage_month`,
  ],
  'audit rows of sends': [
    `select count(*)::int from audit where action = 'fax.send'`,
    `select count(distinct document_id)::int from fax where action = 'S'`,
  ],
  'audit rows of ends': [
    `select count(*)::int from audit where action in ('fax.sent', 'fax.uncertain', 'fax.failed')`,
    `select count(*)::int from send_job where state in ('DELIVERED', 'UNCERTAIN', 'FAILED')`,
  ],
  'audit rows of arrivals': [
    `select count(*)::int from audit where action = 'fax.received'`,
    `select count(*)::int from fax where action = 'R'`,
  ],
  'mails about arrivals': [
    `select count(*)::int from mail_out where template = 'new-fax' and state = 'sent'`,
    `select count(*)::int from fax where action = 'R'`,
  ],
  'audit rows of mails': [
    `select count(*)::int from audit where action = 'fax.mailed'`,
    `select count(*)::int from mail_out where state = 'sent' and fax_id is not null`,
  ],
  copies: [
    `select count(*)::int from storage_delivery where state = 'done'`,
    `select count(*)::int from fax where action = 'R'`,
  ],
  'activity entries of copies': [
    `select count(*)::int from fax_access where kind = 'copy'`,
    `select count(*)::int from storage_delivery where state = 'done'`,
  ],
  'background jobs that failed for good': [
    `select count(*)::int from pgboss.job where state = 'failed'`,
    'select 0',
  ],
} as const;

async function recount(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, [kept, counted]] of Object.entries(RECOUNTS)) {
    const { rows } = await pool.query<{ kept: number; counted: number }>(
      `select (${kept}) as kept, (${counted}) as counted`,
    );
    wrong.push(...differs(what, rows[0]?.kept, rows[0]?.counted));
  }
  return wrong;
}

function differs(what: string, found: number | undefined, expected: number | undefined): string[] {
  return found === expected ? [] : [`${what}: ${found}, and not ${expected}`];
}

/** Returns copies that are missing or incomplete in the receiver's storage, and partial files left there. */
async function copiesMissing({ sshd, database }: Installation): Promise<string[]> {
  const files = await sshd.files('in/copies');
  const { rows } = await database.pool.query<{ name: string }>(
    `select file_name as name from storage_delivery where state = 'done'`,
  );
  const whole = (name: string): boolean => files.get(name)?.subarray(-6).includes('%%EOF') ?? false;
  const copied = new Set(rows.map(({ name }) => name));
  return [
    ...[...copied]
      .filter((name) => !whole(name))
      .map((name) => `LOST: copy ${name} is not there, or not whole`),
    ...[...files.keys()].filter((name) => !copied.has(name)).map((name) => `the storage holds ${name}`),
  ];
}

/** Returns what the operator's own commands find. */
async function examine({ web }: Installation): Promise<string[]> {
  const { product } = web;
  if (!product) return ['there is no web process'];
  const ask = async (...command: string[]): Promise<Record<string, unknown>> => {
    const { stdout, stderr, status } = await product.f2e([...command, '--json']);
    try {
      return JSON.parse(stdout) as Record<string, unknown>;
    } catch {
      return { ok: false, complaint: `status ${status}: ${stderr}` };
    }
  };
  const doctor = (await ask('doctor')) as { checks?: { name: string; ok: boolean; message: string }[] };
  const audit = await ask('audit', 'verify');
  const store = await ask('fsck', '--dry-run');
  return [
    ...(doctor.checks ?? [{ name: 'doctor', ok: false, message: 'no answer' }])
      .filter(({ name, ok }) => !ok && DOCTORED.has(name))
      .map(({ name, message }) => `doctor: ${name}: ${message}`),
    ...(audit['ok'] === true ? [] : [`audit verify: ${JSON.stringify(audit)}`]),
    ...(store['ok'] === true && store['recovered'] === 0 ? [] : [`fsck: ${JSON.stringify(store)}`]),
  ];
}

/** Checks that do not depend on this machine's setup. */
const DOCTORED = new Set([
  'doctor',
  'database',
  'migrations',
  'master key',
  'job queue',
  'waiting work',
  'documents',
  'file spool',
  'forgotten faxes',
  'counters',
  'file store',
]);
