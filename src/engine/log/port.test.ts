import { expect, it } from 'vitest';

import { writerOf } from './port.ts';

const write = writerOf({
  'call.ended': ['info', 'a call ended', 'jobId', 'pages?'],
  'call.failed': ['error', 'a call failed', 'err'],
});

it('writes the level, sentence and name of the event; what the table does not have is not compiled', () => {
  const lines: unknown[] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line) };
  write(log, 'call.ended', { jobId: 7 });
  write(log, 'call.ended', { jobId: 8, pages: 2 });
  write(undefined, 'call.failed', { err: null });
  // @ts-expect-error -- no such event
  write(log, 'call.endet', { jobId: 7 });
  expect(lines).toEqual([
    [{ event: 'call.ended', jobId: 7 }, 'a call ended'],
    [{ event: 'call.ended', jobId: 8, pages: 2 }, 'a call ended'],
  ]);
  // @ts-expect-error -- no such field
  write(log, 'call.ended', { jobId: 7, number: '2125550100' });
  // @ts-expect-error -- a field that is missing
  write(log, 'call.ended', {});
  // @ts-expect-error -- a log without that level
  write(log, 'call.failed', { err: null });
});
