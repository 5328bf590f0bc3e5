import { afterEach, expect, it, vi } from 'vitest';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';

import { OpenId } from './open-id.ts';
import type { OpenIdClient } from './open-id.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MINUTES = 60_000;

const client = (id: number): OpenIdClient => ({
  id,
  issuer: 'http://127.0.0.1:1',
  clientId: 'f2e-client',
  secret: `secret of ${id}`,
  scopes: [],
  groupsClaim: null,
});

it('what is known of a provider, and its client’s secret, does not stay in memory for ever', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const openId = new OpenId(createOutboundGuard({ allowPrivate: true }), true);
  const ask = async (id: number) => await openId.whyUnreachable(client(id));
  for (let id = 1; id <= 20; id += 1) await ask(id);
  expect(openId.known).toBe(20);
  // Asked again, one takes the place of itself.
  await ask(20);
  expect(openId.known).toBe(20);
  vi.setSystemTime(Date.now() + 11 * MINUTES);
  await ask(21);
  expect(openId.known).toBe(1);
});

it('of very many providers, those that were asked first are forgotten', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const openId = new OpenId(createOutboundGuard({ allowPrivate: true }), true);
  await Promise.all(Array.from({ length: 600 }, async (_, id) => await openId.whyUnreachable(client(id))));
  expect(openId.known).toBe(500);
});
