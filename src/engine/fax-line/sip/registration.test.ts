import { afterEach, expect, it, vi } from 'vitest';

import { Registration } from './registration.ts';
import type { SipAgent } from './signaling/agent.ts';
import type { Trunk } from './trunk.ts';

const trunk = {
  settings: { credentials: undefined, domain: 'pbx.test' },
  peer: async () => ({ host: 'pbx.test' }),
  targets: { failed: () => undefined },
} as unknown as Trunk;

type Ask = (method: string, to: string, peer: unknown, how: { more: string[][] }) => Promise<unknown>;

function registrationThat(answer: () => unknown) {
  const askOnce = vi.fn<Ask>(async () => answer());
  return { askOnce, registration: new Registration({ askOnce } as unknown as SipAgent, trunk) };
}

const granted = (expires: string) => () => ({
  status: 200,
  reason: 'OK',
  headers: new Map([['expires', [expires]]]),
});

afterEach(() => vi.useRealTimers());

it.each(['9999999999', '2147484', 'Infinity'])(
  'a registrar that grants %s seconds is not asked again before a good part of a day',
  async (expires) => {
    vi.useFakeTimers();
    const { askOnce, registration } = registrationThat(granted(expires));
    await registration.register();
    // A short time first: a timer that fires immediately would keep this test busy forever.
    for (const ms of [100, 60_000 * 60 * 12]) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(askOnce).toHaveBeenCalledOnce();
    }
    await vi.advanceTimersByTimeAsync(60_000 * 60 * 12);
    expect(askOnce).toHaveBeenCalledTimes(2);
    await registration.stop();
  },
);

it('says why it could not ask, and asks again', async () => {
  vi.useFakeTimers();
  const { askOnce, registration } = registrationThat(() => {
    throw new Error('getaddrinfo ENOTFOUND pbx.test');
  });
  await registration.register();
  expect(registration.fault).toContain('ENOTFOUND pbx.test');
  await vi.advanceTimersByTimeAsync(16_000);
  expect(askOnce).toHaveBeenCalledTimes(2);
  await registration.stop();
});

it('a registration in progress is undone when it stops', async () => {
  const answered = Promise.withResolvers<unknown>();
  const { askOnce, registration } = registrationThat(() => answered.promise);
  const registering = registration.register();
  const stopping = registration.stop();
  answered.resolve(granted('300')());
  await Promise.all([registering, stopping]);
  const wanted = askOnce.mock.calls.map(([, , , { more }]) => more);
  expect(wanted).toEqual([[['Expires', '300']], [['Expires', '0']]]);
});

it('stops all the same where the trunk does not answer', async () => {
  vi.useFakeTimers();
  const { askOnce, registration } = registrationThat(() => new Promise(() => undefined));
  void registration.register();
  const stopped = vi.fn<() => void>();
  void registration.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(stopped).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stopped).toHaveBeenCalledOnce();
  expect(askOnce).toHaveBeenCalledOnce();
});
