// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseFaxes } from '#contract/faxes/erase.ts';
import { removeDraft } from '#contract/faxes/drafts.ts';
import { callApi } from '#web/kit/call-api.ts';
import { openSession } from '#web/kit/session-store.ts';
import { changesRun, inTurn } from './in-turn.ts';

/** Whether the headers of a response arrive, and then nothing more. */
let begins = false;
const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
  asked.push(new URL(url, location.origin).pathname);
  const hangs = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return begins ? Object.assign(new Response(), { text: async () => await hangs }) : await hangs;
});

/** The timeouts that were set, in ms. */
const limits: number[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('Too late.', 'TimeoutError')), ms);
    return limit.signal;
  });
  openSession('n1');
  asked.length = 0;
  limits.length = 0;
});
afterEach(() => vi.useRealTimers());

const discard = async () => await callApi(removeDraft, { body: { id: 'k' } });

test.each([false, true])('a call in turn that hangs ends as in an outage (begun: %s)', async (isBegun) => {
  begins = isBegun;
  const first = inTurn(discard);
  first.catch(() => undefined);
  const next = inTurn(async () => 'next');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(changesRun()).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  await expect(first).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  expect(await next).toBe('next');
  expect(changesRun()).toBe(false);
});

test('calls about thousands of rows have longer, others no limit', async () => {
  const long = inTurn(async () => await callApi(eraseFaxes, { body: { all: true } }));
  long.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  await expect(long).rejects.toMatchObject({ status: 0 });
  expect(limits).toEqual([120_000]);
  void discard();
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.length, limits.length]).toEqual([2, 1]);
});
