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

/** The file store's check writes to the disk: however often /readyz is asked, it does so once in this time. */
const FRESH_MS = 2_000;

/** A pool that has a free connection answers within milliseconds. */
const POOL_PATIENCE_MS = 1_000;

/** The file store's warning. Faxes are taken all the same, so that balancers leave the process in. */
const FILES_WAIT = 'The bucket does not answer: new files wait on this machine until it does.';

/** What is watched. */
export interface HealthDeps {
  database: Database;
  files: FileStore;
  queue: JobQueue;
  documents: DocumentEngine;
  mail: Pick<MailOut, 'transport'>;
  /** The listener of incoming mail, where this process has one. */
  mailIn?: Pick<MailListener, 'check' | 'certificate'> | undefined;
  log: Pick<Logger, 'warn'>;
}

/** What /readyz answers. Reasons are closed sentences: details of the inside go to the log only. */
export interface Readiness {
  ready: boolean;
  reasons: string[];
  /** What an operator has to see, though the process works: certificates, mail that leaves unprotected. */
  warnings: string[];
  lines: { name: string; kind: string; state: string }[];
  converters: { sandbox: string; unavailable: string[] };
  /** `file`: mails are only written down. */
  mail: { transport: 'smtp' | 'file' };
}

/** Whether this process can do its work, looked up at most every two seconds. */
export interface Health {
  readiness(): Promise<Readiness>;
  /** Whether a line takes calls to the telephone network now: on, without a fault, not asked to rest. */
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

/** On-net faxes need no line: they count only where there is nothing else. */
function takesCalls(lines: readonly StoredLine[]): boolean {
  const outside = lines.filter(({ kind }) => kind !== 'onnet');
  return (outside.length > 0 ? outside : lines).some(
    ({ state, fault, restUntil }) => state === 'on' && fault === null && restUntil === null,
  );
}

/**
 * When every connection of the pool waits for one lock, the database itself answers as ever: then it is asked over a
 * connection of its own. Both together stay within the limit of a look.
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

/** What is listed but fails nothing: faxes wait for a line or a converter and are not lost. */
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
