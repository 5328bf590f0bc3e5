import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore, StoreHealth } from '#engine/file-store/port.ts';
import type { MailOut } from '#engine/mail/port.ts';
import type { MailListener } from '#engine/mail-in/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { pingDatabase } from './health.store.ts';
import { readWarnings } from './warnings.ts';
import { withinLimit } from './within-limit.ts';

export { readQueues } from './health.store.ts';
export type { QueueState } from './health.store.ts';

/** How long a result is reused, however often /readyz is requested: the file store's check writes to the disk. */
const FRESH_MS = 2_000;

/** A pool with a free connection answers within milliseconds. */
const POOL_PATIENCE_MS = 1_000;

/** The file store's warning. Faxes are still accepted, so that load balancers keep the process in service. */
const FILES_WAIT = 'The bucket does not answer: new files wait on this machine until it does.';

/** The parts that are checked. */
export interface HealthDeps {
  database: Database;
  files: FileStore;
  queue: JobQueue;
  documents: DocumentEngine;
  mail: Pick<MailOut, 'transport'>;
  /** The listener for incoming mail, if this process has one. */
  mailIn?: Pick<MailListener, 'check' | 'certificate'> | undefined;
  log: Pick<Logger, 'warn'>;
}

/** The response of /readyz. Reasons come from a fixed set of sentences: internal details only go to the log. */
export interface Readiness {
  ready: boolean;
  reasons: string[];
  /** Problems that an operator should see although the process works: certificates, mail that leaves unprotected. */
  warnings: string[];
  lines: { name: string; kind: string; state: string }[];
  converters: { sandbox: string; unavailable: string[] };
  /** `file`: mails are only written to files. */
  mail: { transport: 'smtp' | 'file' };
}

/** Whether this process can do its work; checked at most every two seconds. */
export interface Health {
  readiness(): Promise<Readiness>;
  /** Whether a line accepts calls to the telephone network now: on, without a fault, not resting. */
  takesCalls(): Promise<boolean>;
}

export function createHealth(deps: HealthDeps): Health {
  let last: { at: number; answer: Promise<Readiness> } | undefined;
  return {
    readiness: async () => {
      if (last === undefined || performance.now() - last.at > FRESH_MS) {
        last = { at: performance.now(), answer: look(deps) };
      }
      return await last.answer;
    },
    takesCalls: async () => takesCalls(await readLines(deps.database.db)),
  };
}

/**
 * Whether any line accepts calls. On-net faxes need no line to the network: on-net lines count only if there are no
 * others.
 */
function takesCalls(lines: readonly StoredLine[]): boolean {
  const outside = lines.filter(({ kind }) => kind !== 'onnet');
  return (outside.length > 0 ? outside : lines).some(
    ({ state, fault, restUntil }) => state === 'on' && fault === null && restUntil === null,
  );
}

/**
 * Checks the database. If every connection of the pool waits for one lock, the database itself still answers: then it
 * is checked over a separate connection. Both together stay within the time limit of a check.
 */
async function reachDatabase(database: Database): Promise<void> {
  const late = pause(POOL_PATIENCE_MS, 'late' as const, { ref: false });
  const first = await Promise.race([pingDatabase(database.db).then(() => 'ok' as const), late]);
  if (first === 'late') await database.reach();
}

async function look(deps: HealthDeps): Promise<Readiness> {
  const { database, files, queue, mailIn, log } = deps;
  const parts: [string, () => Promise<StoreHealth>][] = [
    [
      'The database does not answer.',
      async () => await reachDatabase(database).then(() => ({ ok: true as const })),
    ],
    ['Documents cannot be stored.', async () => await files.check()],
    ['The job queue cannot be used.', async () => await queue.check()],
    ['Mail is not taken.', async () => mailIn?.check() ?? { ok: true }],
  ];
  const warned: string[] = [];
  const reasons = await Promise.all(
    parts.map(async ([sentence, check]) => {
      const result = await withinLimit(check).catch((error: unknown) => ({
        ok: false as const,
        reason: text(error),
      }));
      if (result.ok) {
        if (result.warning !== undefined) warned.push(FILES_WAIT);
        return null;
      }
      logEvent(log, 'health.check-failed', { check: sentence, reason: result.reason });
      return sentence;
    }),
  );
  const faults = reasons.filter((reason) => reason !== null);
  const around = await lookAround(deps);
  return {
    ready: faults.length === 0,
    reasons: faults,
    ...around,
    warnings: [...warned, ...around.warnings],
  };
}

/**
 * Looks up facts that are listed but do not make the process unready: faxes wait for a line or a converter and are not
 * lost.
 */
async function lookAround({
  database,
  documents,
  mail,
  mailIn,
  log,
}: HealthDeps): Promise<Pick<Readiness, 'warnings' | 'lines' | 'converters' | 'mail'>> {
  const unknown: string[] = [];
  const ask = async <T, N>(check: string, question: () => Promise<T>, none: N): Promise<T | N> =>
    await withinLimit(question).catch((error: unknown) => {
      logEvent(log, 'health.check-failed', { check, reason: text(error) });
      unknown.push(check);
      return none;
    });
  const lines = await ask('Lines could not be looked up.', async () => await readLines(database.db), []);
  const status = await ask('Converters could not be looked up.', async () => await documents.status(), null);
  const warnings = await ask(
    'Warnings could not be looked up.',
    async () => await readWarnings({ db: database.db, mail, mailIn }),
    [],
  );
  return {
    warnings: [...warnings, ...unknown],
    mail: { transport: mail.transport.kind },
    lines: lines.map(({ name, kind, state }) => ({ name, kind, state })),
    converters: {
      sandbox: status?.sandbox ?? 'unknown',
      unavailable: status?.types.filter(({ ok }) => !ok).map(({ extension }) => extension) ?? [],
    },
  };
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
