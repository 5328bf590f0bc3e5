import { randomUUID } from 'node:crypto';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { OutgoingCall } from '#engine/fax-line/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { Lines } from './lines.service.ts';
import { readLines } from './lines.store.ts';
import type { StoredLine } from './lines.store.ts';
import { verdictOf } from './test-call-verdict.ts';
import type { Verdict } from './test-call-verdict.ts';

/** What test calls need from the composition root. */
export interface TestCallDeps {
  database: Database;
  documents: DocumentEngine;
  lines: Pick<Lines, 'adapterOf'>;
}

/** Both ends of a test call, in digits: ten, or 011 and the digits of E.164. */
export interface TestCallEnds {
  from: string;
  to: string;
}

/** How a test call went, or a sentence that says why there was none. */
export type TestCallResult = { kind: 'called'; verdict: Verdict } | { kind: 'refused'; reason: string };

/** Calls of one page that operators place by hand to see whether a line works: outside of the queue, and nobody's fax. */
export interface TestCalls {
  /** Places one and waits for its end; when `signal` aborts, it is hung up. */
  call(line: string, ends: TestCallEnds, signal: AbortSignal): Promise<TestCallResult>;
}

export function createTestCalls(deps: TestCallDeps): TestCalls {
  return {
    call: async (name, ends, signal) => {
      const line = (await readLines(deps.database.db)).find((one) => one.name === name);
      if (!line) return { kind: 'refused', reason: `There is no line named “${name}”.` };
      const adapter = deps.lines.adapterOf(line);
      if (!adapter) return { kind: 'refused', reason: `The line “${name}” places no calls.` };
      const page = await testPage(deps.documents, name, ends);
      if (typeof page === 'string') return { kind: 'refused', reason: page };
      await deps.database.transaction(async (tx) => {
        await writeAudit(tx, {
          actor: { kind: 'operator' },
          action: 'line.call',
          object: `line/${name}`,
          detail: { to: ends.to },
        });
      });
      const outcome = await adapter.send(callWith(page, ends), signal);
      return { kind: 'called', verdict: verdictOf(outcome, line.kind) };
    },
  };
}

async function testPage(
  documents: DocumentEngine,
  line: StoredLine['name'],
  { from, to }: TestCallEnds,
): Promise<Uint8Array | string> {
  const text = [
    'Test fax',
    '',
    `This page was sent to see whether the line “${line}” works.`,
    `From ${from} to ${to}, ${new Date().toISOString()}.`,
    '',
    'If it reached you by mistake, please ignore it.',
  ].join('\n');
  const made = await documents.toFaxPages([{ name: 'test.txt', bytes: Buffer.from(text) }]);
  return made.kind === 'ok'
    ? await documents.forCall(made.tiff)
    : `The test page could not be made (${made.kind}).`;
}

function callWith(page: Uint8Array, { from, to }: TestCallEnds): OutgoingCall {
  return {
    // No job of the queue: lines keep what they know of jobs by their numbers.
    jobId: -Date.now(),
    attempt: 1,
    callRef: `test-${randomUUID()}`,
    from: { number: from, stationId: from },
    to,
    pages: 1,
    tiff: async () => page,
    handOver: async (command) => {
      command();
      return true;
    },
    onPage: () => undefined,
  };
}
