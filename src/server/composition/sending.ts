import type { Logger } from 'pino';

import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { ChooseLine } from '#engine/fax-line/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';

import { startArrivalsWorker } from '#server/features/faxes/arrivals/arrivals.worker.ts';
import type { ArrivalsWorkerDeps } from '#server/features/faxes/arrivals/arrivals.worker.ts';
import { createArrivals } from '#server/features/faxes/arrivals/arrivals.service.ts';
import type { Arrivals } from '#server/features/faxes/arrivals/arrivals.service.ts';
import type { ArrivalsDeps } from '#server/features/faxes/arrivals/arrival-deps.ts';
import { createUnrouted } from '#server/features/faxes/arrivals/unrouted.ts';
import type { UnroutedFaxes } from '#server/features/faxes/arrivals/unrouted.ts';
import { openReportIntake } from '#server/features/faxes/carriers/call-reports.ts';
import { createCompose } from '#server/features/faxes/compose/compose.service.ts';
import type { Compose } from '#server/features/faxes/compose/compose.service.ts';
import { Drafts } from '#server/features/faxes/compose/drafts.service.ts';
import { FaxDrafts } from '#server/features/faxes/compose/fax-drafts.service.ts';
import { CoverPages } from '#server/features/faxes/compose/cover-pages/cover-pages.service.ts';
import type { StoredCover } from '#server/features/faxes/compose/cover-pages/cover-pages.service.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { createLines } from '#server/features/faxes/lines/lines.service.ts';
import { startLineWatch } from '#server/features/faxes/lines/line-watch.ts';
import type { Lines } from '#server/features/faxes/lines/lines.service.ts';
import { createLineAdmin } from '#server/features/faxes/lines/manage-lines.ts';
import type { LineAdmin } from '#server/features/faxes/lines/manage-lines.ts';
import { createLineCallAdmin } from '#server/features/faxes/lines/calls/line-call-admin.ts';
import type { LineCallAdmin } from '#server/features/faxes/lines/calls/line-call-admin.ts';
import { createTestCalls } from '#server/features/faxes/lines/test-call.ts';
import type { TestCalls } from '#server/features/faxes/lines/test-call.ts';
import { createOutbox, wakeWorkers } from '#server/features/faxes/queue/outbox.service.ts';
import type { Outbox } from '#server/features/faxes/queue/outbox.service.ts';
import type { DayDefaults } from '#server/features/faxes/queue/day-limit.store.ts';
import { startOutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';
import type { OutboxWorker, WorkerDeps } from '#server/features/faxes/queue/outbox.worker.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

/** Dependencies of sending and receiving. */
export interface SendingParts {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  chooseLine: ChooseLine;
  /** Decrypts the configurations of lines. */
  lineKey: Buffer;
  /** Mails about faxes that arrive and faxes that are finished. */
  notices: FaxNotices;
  /** The accounts' rules for faxes that arrive. */
  rules: ArrivalsDeps['rules'];
  /** Text recognition on pages. */
  texts: ArrivalsDeps['texts'] & WorkerDeps['texts'];
  /** Splitting of received faxes, and the texts on their pages. */
  splits: ArrivalsDeps['splits'];
  pageTexts: ArrivalsDeps['pageTexts'];
  /** Scans uploads for viruses, if the operator configured it. */
  scanner?: VirusScanner | undefined;
  /** Limits for files attached to a fax. */
  upload: UploadLimits;
  /** What an account may send in a day, unless it or its product has its own limits. */
  dayLimits: DayDefaults;
  /** The server zone. */
  zone: string;
  retryMinutes: readonly number[] | undefined;
  faultPoint: FaultPoint;
  log: Logger;
}

type WorkerOptions = Pick<
  WorkerDeps,
  'convertSlots' | 'callSlots' | 'stopGraceMs' | 'doubt' | 'documentEnded' | 'machine'
>;

/** The connected features between Send and the other account's inbox. */
export interface Sending {
  lines: Lines;
  lineAdmin: LineAdmin;
  testCalls: TestCalls;
  lineCalls: LineCallAdmin;
  arrivals: Arrivals;
  unrouted: UnroutedFaxes;
  outbox: Outbox;
  covers: CoverPages;
  drafts: Drafts;
  faxDrafts: FaxDrafts;
  compose: Compose;
  startWorker(options: WorkerOptions): Promise<OutboxWorker>;
  startArrivals(options: Pick<ArrivalsWorkerDeps, 'hasRoom'>): { stop(): Promise<void> };
  /** Takes faulty lines out of service, and back in. */
  startLineWatch(): { stop(): Promise<void> };
}

/** Connects the sending features; both composition roots and the tests use it. */
export function assembleSending(parts: SendingParts): Sending {
  const { database, files, documents, chooseLine, lineKey, notices, scanner } = parts;
  const { dayLimits, zone, faultPoint, log } = parts;
  const lines = createLines({ database, chooseLine, lineKey, log, zone });
  const arrivals = joinArrivals(parts);
  const outbox = createOutbox({ database, notices, lines, dayLimits, zone, log });
  const covers = new CoverPages({ database, documents });
  const drafts = new Drafts({ database, files, documents, scanner, log });
  const faxDrafts = new FaxDrafts({ database, drafts, zone });
  const drawCover = async (cover: unknown, pages: number) => await covers.draw(cover as StoredCover, pages);
  return {
    lines,
    lineAdmin: createLineAdmin({ database, chooseLine, lineKey, log, zone }, lines),
    testCalls: createTestCalls({ database, documents, lines, log }),
    lineCalls: createLineCallAdmin({ database, lineKey, lines }),
    arrivals,
    unrouted: createUnrouted({ database, files, documents, arrivals }),
    outbox,
    covers,
    drafts,
    faxDrafts,
    compose: createCompose({
      database,
      files,
      documents,
      outbox,
      covers,
      drafts,
      faxDrafts,
      limits: parts.upload,
      scanner,
      faultPoint,
      log,
    }),
    startWorker: async (options) => await startWorker(parts, { lines, arrivals, drawCover }, options),
    startArrivals: ({ hasRoom }) =>
      startArrivalsWorker({ database, lines, arrivals, hasRoom, faultPoint, log }),
    startLineWatch: () => startLineWatch({ database, adapterOf: lines.adapterOf, wake: wakeWorkers, log }),
  };
}

/** Connects the features that receive faxes. */
function joinArrivals(parts: SendingParts): Arrivals {
  const { database, files, documents, notices, rules, texts, splits, pageTexts } = parts;
  const { zone, faultPoint, log } = parts;
  return createArrivals({
    database,
    files,
    documents,
    notices,
    rules,
    texts,
    splits,
    pageTexts,
    zone,
    faultPoint,
    log,
  });
}

/** Starts converting and calling; carriers' reports are read for as long as the worker runs. */
async function startWorker(
  {
    database,
    files,
    documents,
    notices,
    texts,
    dayLimits,
    zone,
    retryMinutes,
    faultPoint,
    log,
  }: SendingParts,
  { lines, arrivals, drawCover }: Pick<WorkerDeps, 'lines' | 'arrivals' | 'drawCover'>,
  { convertSlots, callSlots, stopGraceMs, doubt, documentEnded, machine }: WorkerOptions,
): Promise<OutboxWorker> {
  const reports = await openReportIntake(database);
  const worker = await startOutboxWorker({
    database,
    files,
    documents,
    lines,
    arrivals,
    notices,
    dayLimits,
    zone,
    retryMinutes,
    drawCover,
    texts,
    reportsOf: reports.of,
    convertSlots,
    callSlots,
    stopGraceMs,
    doubt,
    documentEnded,
    machine,
    faultPoint,
    log,
  });
  return {
    stop: async () => {
      await worker.stop();
      await reports.stop();
    },
  };
}
