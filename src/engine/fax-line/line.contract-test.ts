import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import type { FaxLine, OutgoingCall } from './port.ts';

/** A line under test, with numbers whose calls end as their names say. */
export interface LineUnderTest {
  line: FaxLine;
  answering: string;
  busy: string;
  /** Omitted for lines that are not told that a number does not exist. */
  invalid?: string;
  /** Returns a document with this many pages, for lines that inspect it. */
  tiff?: (pages: number) => Uint8Array;
}

/** Returns a call of two pages for tests; `confirmed` collects the pages that the line reports. */
export function testCall(
  to: string,
  change: Partial<OutgoingCall> = {},
): OutgoingCall & { confirmed: number[] } {
  const confirmed: number[] = [];
  return {
    jobId: 1,
    attempt: 1,
    callRef: randomUUID(),
    from: { number: '2125550100', stationId: '2125550100' },
    to,
    pages: 2,
    tiff: async () => new Uint8Array(),
    handOver: async (command) => {
      command();
      return true;
    },
    onPage: (page) => confirmed.push(page),
    confirmed,
    ...change,
  };
}

/** Returns a call over the line under test, with a document that it accepts. */
function callFor({ tiff }: LineUnderTest, to: string, pages = 2) {
  return testCall(to, { pages, ...(tiff && { tiff: async () => tiff(pages) }) });
}

/** Tests the guarantees that every line must keep, because the queue relies on them for “never twice, never lost”. */
export function lineContract(name: string, under: () => LineUnderTest): void {
  const never = new AbortController().signal;
  describe(`the promises of a line: ${name}`, () => {
    it('confirms every page in order before it says delivered', async () => {
      const { line, answering } = under();
      const call = callFor(under(), answering);
      const outcome = await line.send(call, never);
      expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
      expect(call.confirmed).toEqual([1, 2]);
    });

    it('says what the far side did instead of throwing', async () => {
      const { line, busy, invalid } = under();
      const busyOutcome = await line.send(callFor(under(), busy), never);
      expect(busyOutcome).toMatchObject({ kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 });
      if (invalid === undefined) return;
      const invalidOutcome = await line.send(callFor(under(), invalid), never);
      expect(invalidOutcome).toMatchObject({ kind: 'final', reason: 'NUMBER_INVALID' });
    });

    it('hangs up when told to, and does not call that delivered', async () => {
      const { line, answering } = under();
      const stop = new AbortController();
      const call = line.send(callFor(under(), answering, 200), stop.signal);
      stop.abort();
      const outcome = await call;
      expect(outcome.kind).not.toBe('delivered');
    });

    it('never claims that a lost call was not placed unless it knows', async () => {
      const { line, answering } = under();
      const outcome = await line.adopt(
        { jobId: 9, callRef: 'unheard-of', to: answering, pages: 2, pagesConfirmed: 1 },
        never,
      );
      const { kind } = outcome;
      const pagesConfirmed = kind === 'uncertain' ? outcome.pagesConfirmed : 0;
      expect([
        { kind: 'uncertain', pagesConfirmed: 1 },
        { kind: 'never-placed', pagesConfirmed: 0 },
      ]).toContainEqual({ kind, pagesConfirmed });
    });
  });
}
