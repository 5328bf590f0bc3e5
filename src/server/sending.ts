import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { ChooseLine } from '#engine/fax-line/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import { createArrivals } from './features/arrivals/arrivals.service.ts';
import type { Arrivals } from './features/arrivals/arrivals.service.ts';
import { createCompose } from './features/compose/compose.service.ts';
import type { Compose } from './features/compose/compose.service.ts';
import { createLines } from './features/lines/lines.service.ts';
import type { Lines } from './features/lines/lines.service.ts';
import { createLineAdmin } from './features/lines/manage-lines.ts';
import type { LineAdmin } from './features/lines/manage-lines.ts';
import { createOutbox } from './features/outbox/outbox.service.ts';
import type { Outbox } from './features/outbox/outbox.service.ts';
import { startOutboxWorker } from './features/outbox/outbox.worker.ts';
import type { OutboxWorker, WorkerDeps } from './features/outbox/outbox.worker.ts';
import type { FaultPoint } from './kit/fault-point.ts';

/** What sending and receiving are built on. */
export interface SendingParts {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  chooseLine: ChooseLine;
  /** The server zone. */
  zone: string;
  retryMinutes: readonly number[] | undefined;
  faultPoint: FaultPoint;
  log: Logger;
}

/** The features between Send and the other account's inbox, joined. */
export interface Sending {
  lines: Lines;
  lineAdmin: LineAdmin;
  arrivals: Arrivals;
  outbox: Outbox;
  compose: Compose;
  startWorker(options: Pick<WorkerDeps, 'convertSlots' | 'callSlots' | 'stopGraceMs'>): Promise<OutboxWorker>;
}

/** Joins the sending features; both composition roots and the tests use it. */
export function assembleSending(parts: SendingParts): Sending {
  const lines = createLines(parts);
  const arrivals = createArrivals(parts);
  const outbox = createOutbox({ ...parts, lines });
  return {
    lines,
    lineAdmin: createLineAdmin(parts, lines),
    arrivals,
    outbox,
    compose: createCompose({ ...parts, outbox }),
    startWorker: async (options) => await startOutboxWorker({ ...parts, ...options, lines, arrivals }),
  };
}
