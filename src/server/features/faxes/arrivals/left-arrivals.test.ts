import { afterEach, expect, it, vi } from 'vitest';

import type { Answering } from '#engine/fax-line/answering-port.ts';

import { AnsweringLines } from './answering-lines.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const LINE = { id: 7, name: 'trunk', fault: null };

/** Lines of a process that cannot reach its database and whose first `failures` checks fail. */
function start(failures = 0) {
  const seen = { looks: 0, logged: [] as string[], answering: undefined as Answering | undefined };
  const log = (fields: object): void => void seen.logged.push(JSON.stringify(fields));
  const db = {
    getExecutor: () => {
      throw new Error('away');
    },
  };
  const lines = new AnsweringLines(
    {
      database: { db } as never,
      hasRoom: async () => true,
      lines: { recordCall: async () => undefined },
      log: { info: log, warn: log, error: log },
    },
    {
      arrived: () => undefined,
      takeIn: async () => {
        seen.looks += 1;
        if (seen.looks <= failures) throw new Error('not now');
      },
    },
  );
  const adapter = {
    answer: async (how: Answering) => {
      seen.answering = how;
      return { stop: async () => undefined };
    },
  } as never;
  return { seen, lines, keep: async (answers: boolean) => await lines.keep(LINE, adapter, answers) };
}

it('what a line has left on this machine is looked for again while another process answers it', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { seen, keep } = start(1);
  const looksAt = async (ms: number, answers = false): Promise<number> => {
    clock.mockReturnValue(ms);
    await keep(answers);
    await new Promise((resolve) => setImmediate(resolve));
    return seen.looks;
  };
  expect(await looksAt(0)).toBe(1);
  expect(await looksAt(29_000)).toBe(1);
  expect(await looksAt(31_000)).toBe(2);
  expect(await looksAt(59_000)).toBe(2);
  // The process that answers fetches by itself.
  expect(await looksAt(90_000, true)).toBe(2);
  expect(await looksAt(120_000)).toBeGreaterThan(2);
});

it('a call is answered although its number cannot be read, and the log says so', async () => {
  const { seen, keep } = start();
  await keep(true);
  const answer = await seen.answering?.answerFor({ id: '1', called: '3105550100', caller: '3105550142' });
  expect(answer).toMatchObject({ kind: 'answer', stationId: '+3105550100' });
  expect(seen.logged.join('')).toMatch(/line\.number-unread.*away/u);
});
