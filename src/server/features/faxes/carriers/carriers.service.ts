import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { CarrierNotice } from '#engine/fax-line/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import type { Lines, StoredLine } from '#server/features/faxes/lines/lines.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { QueuedLimit } from '#server/kit/queued-limit.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { fetchCarriedKind } from './carriers.jobs.ts';
import { insertArrival, insertReport } from './carriers.store.ts';
import { AbuseLimiter } from './abuse-limiter.ts';

export interface CarriersDeps {
  database: Database;
  lines: Lines;
  queue: Pick<JobQueue, 'enqueue'>;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}

/** A notice as received. The signature covers the bytes of the body. */
export interface ArrivedNotice {
  line: string;
  /** The kind of line in the path. */
  kind: string;
  headers: Readonly<Record<string, unknown>>;
  body: Uint8Array;
  address: string;
}

/** Takes in carriers' notices. Throws TOO_MANY_REQUESTS for an address whose notices were refused too often. */
export interface Carriers {
  /** Takes in a notice: once this returns `taken`, the notice is committed, now or earlier. */
  take(notice: ArrivedNotice): Promise<'taken' | 'refused'>;
}

/** How often refused notices of one line are recorded: a flood must not fill the audit (A-INBOUND-01). */
const NOTE_MS = 60_000;

/** Most notices that use the database at once, for some milliseconds each, and most that wait for it. */
const NOTICES = { inside: 2, waiting: 2_000 };

/**
 * Most notices of one line that are read at once: some carriers have to be queried, and a slow one must hold up no
 * other.
 */
const READ = { inside: 4, waiting: 500 };

export function createCarriers(deps: CarriersDeps): Carriers {
  const noted = new Map<number, number>();
  const postponed = new Map<number, number>();
  const abuseLimiter = new AbuseLimiter();
  const limit = new QueuedLimit(NOTICES);
  const reads = new Map<number, QueuedLimit>();
  const readsOf = (id: number): QueuedLimit => {
    const known = reads.get(id) ?? new QueuedLimit(READ);
    reads.set(id, known);
    return known;
  };
  const take = async (notice: ArrivedNotice): Promise<'taken' | 'refused'> => {
    const lines = await limit.during(async () => await readLines(deps.database.db));
    const line = lines.find(({ name, kind }) => name === notice.line && kind === notice.kind);
    const carrier = line && line.state !== 'off' ? deps.lines.adapterOf(line)?.carrier : undefined;
    // Guessing line names reveals nothing: an unknown name is answered like a wrong signature.
    if (!line || !carrier) return 'refused';
    const read = await readsOf(line.id).during(
      async () => await carrier.readNotice(notice.headers, notice.body),
    );
    if (read.kind === 'later') {
      if (read.reason !== undefined && isTime(postponed, line.id))
        logEvent(deps.log, 'carrier.notice-postponed', { line: line.name, reason: read.reason });
      throw new AppError('UNAVAILABLE');
    }
    if (read.kind === 'refused') {
      await limit.during(async () => await noteRefusal(deps, noted, line, notice, read.reason));
      return 'refused';
    }
    await limit.during(async () => await keep(deps, line, read));
    return 'taken';
  };
  return {
    take: async (notice) => {
      abuseLimiter.check(notice.address);
      const taken = await take(notice);
      if (taken === 'refused') abuseLimiter.note(notice.address);
      return taken;
    },
  };
}

async function keep(
  { database, queue, faultPoint }: CarriersDeps,
  line: StoredLine,
  notice: Exclude<CarrierNotice, { kind: 'refused' | 'later' }>,
): Promise<void> {
  if (notice.kind === 'other') return;
  faultPoint('before_notice_commit');
  await database.transaction(async (tx) => {
    if (notice.kind === 'report') return await insertReport(tx, line.id, notice.eventId, notice.report);
    const arrivalId = await insertArrival(tx, line.id, notice.fax);
    if (arrivalId !== null) await queue.enqueue(tx, fetchCarriedKind, { arrivalId });
  });
}

async function noteRefusal(
  { database, log }: CarriersDeps,
  noted: Map<number, number>,
  line: StoredLine,
  { address }: ArrivedNotice,
  reason: string,
): Promise<void> {
  if (!isTime(noted, line.id)) return;
  logEvent(log, 'carrier.notice-refused', { line: line.name, reason });
  await database.transaction(async (tx) => {
    await writeAudit(tx, {
      actor: { kind: 'guest' },
      action: 'line.notice-refused',
      object: `line/${line.name}`,
      detail: { reason },
      address,
    });
  });
}

/** Returns whether an event of a line is to be recorded again. */
function isTime(noted: Map<number, number>, lineId: number): boolean {
  if (Date.now() - (noted.get(lineId) ?? 0) < NOTE_MS) return false;
  noted.set(lineId, Date.now());
  return true;
}
