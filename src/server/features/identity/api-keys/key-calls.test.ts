import { expect, it, vi } from 'vitest';

import type { Db } from '#engine/database/port.ts';

import { KeyCalls } from './key-calls.ts';

it('counts that cannot be written are named in the log', async () => {
  const warn = vi.fn<(fields: object, message: string) => void>();
  const away = {
    getExecutor: () => {
      throw new Error('the database is away');
    },
  } as unknown as Db;
  const calls = new KeyCalls(away, { warn });
  vi.useFakeTimers();
  calls.note(1, false);
  await vi.advanceTimersByTimeAsync(6_000);
  vi.useRealTimers();
  expect(warn).toHaveBeenCalledOnce();
});
