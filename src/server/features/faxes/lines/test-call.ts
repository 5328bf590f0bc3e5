import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FaxLine, LostCallOutcome, OutgoingCall } from '#engine/fax-line/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { RecordedCall } from './calls/recorded-call.ts';
import type { Lines } from './lines.service.ts';
import { readLines } from './lines.store.ts';
import type { StoredLine } from './lines.store.ts';
import { verdictOf } from './test-call-verdict.ts';
import type { Verdict } from './test-call-verdict.ts';

/** Dependencies of test calls. */
export interface TestCallDeps {
  database: Database;
  documents: DocumentEngine;
  lines: Pick<Lines, 'adapterOf' | 'recordCall'>;
  log: Pick<Logger, 'warn'>;
}

/** Both ends of a test call, in digits: ten, or 011 and the digits of E.164. */
export interface TestCallEnds {
  from: string;
  to: string;
}

type Refused = { kind: 'refused'; reason: string };

/** The result of a test call, or a sentence that says why there was none. */
export type TestCallResult = { kind: 'ok'; verdict: Verdict } | Refused;

/**
 * Calls of one page that operators place by hand to check whether a line works: outside the queue, and without a fax.
 */
export interface TestCalls {
  /** Places a call and waits for its end; hangs up if `signal` aborts. */
  call(line: string, ends: TestCallEnds, signal: AbortSignal): Promise<TestCallResult>;
  /** Places a call and returns as soon as it is on its way; `id` is that of its record, which shows the whole call. */
  begin(line: string, ends: TestCallEnds): Promise<{ kind: 'ok'; id: number } | Refused>;
}

/** A test call in progress, with its record and its verdict to come. */
interface Begun {
  kind: 'ok';
  record: RecordedCall | undefined;
  verdict: Promise<Verdict>;
}

export function createTestCalls(deps: TestCallDeps): TestCalls {
  return {
    call: async (name, ends, signal) => {
      const begun = await begin(deps, name, ends, signal);
      return begun.kind === 'ok' ? { kind: 'ok', verdict: await begun.verdict } : begun;
    },
    begin: async (name, ends) => {
      const begun = await begin(deps, name, ends, new AbortController().signal);
      if (begun.kind === 'refused') return begun;
      begun.verdict.catch((error: unknown) => {
        logEvent(deps.log, 'call.test-failed', { line: name, reason: String(error) });
      });
      if (!begun.record) return { kind: 'refused', reason: 'The call is on, but cannot be followed here.' };
      return { kind: 'ok', id: begun.record.id };
    },
  };
}

async function begin(
  deps: TestCallDeps,
  name: string,
  ends: TestCallEnds,
  signal: AbortSignal,
): Promise<Begun | Refused> {
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
  const callRef = `test-${randomUUID()}`;
  const record = await deps.lines.recordCall({
    lineId: line.id,
    direction: 'test',
    callRef,
    accountId: null,
    far: ends.to,
    own: ends.from,
    pages: 1,
  });
  const call = { ...callWith(page, ends, callRef), watch: record?.watch };
  return { kind: 'ok', record, verdict: place(line, adapter, call, record, signal) };
}

async function place(
  line: StoredLine,
  adapter: FaxLine,
  call: OutgoingCall,
  record: RecordedCall | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  const ends = record ? AbortSignal.any([signal, record.stopped]) : signal;
  let outcome: LostCallOutcome = { kind: 'uncertain', pagesConfirmed: 0 };
  try {
    outcome = await adapter.send(call, ends);
  } finally {
    const verdict = verdictOf(outcome, line.kind, record?.stopped.aborted);
    const result = 'reason' in outcome ? outcome.reason : verdict.ok ? 'OK' : 'UNCERTAIN';
    await record?.end({ result, detail: verdict.detail, verdict });
  }
  return verdictOf(outcome, line.kind, record?.stopped.aborted);
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

function callWith(page: Uint8Array, { from, to }: TestCallEnds, callRef: string): OutgoingCall {
  return {
    // Not a job of the queue: lines keep what they know about jobs by job number.
    jobId: -Date.now(),
    attempt: 1,
    callRef,
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
