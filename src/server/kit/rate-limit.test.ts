import fastify from 'fastify';
import { expect, it } from 'vitest';

import type { App } from './mount.ts';
import { createAtOnce } from './rate-limit.ts';

it('[A-API-13] twenty calls of a key are answered at once; the others are refused, and places come back', async () => {
  const app = fastify() as unknown as App;
  const atOnce = createAtOnce(app);
  const waiting: (() => void)[] = [];
  app.setErrorHandler(async (_, __, reply) => await reply.code(429).send());
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which waits for handlers
  app.get('/:key', async (request) => {
    atOnce(request, Number((request.params as { key: string }).key));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  const statuses: number[] = [];
  const call = async (key: number): Promise<void> => {
    const { statusCode } = await app.inject(`/${key}`);
    statuses.push(statusCode);
  };
  const calls = Array.from({ length: 25 }, async () => await call(1));
  await expect.poll(() => statuses).toEqual([429, 429, 429, 429, 429]);
  calls.push(call(2));
  await expect.poll(() => waiting.length).toBe(21);
  for (const answer of waiting.splice(0)) answer();
  await Promise.all(calls);
  const again = Array.from({ length: 20 }, async () => await call(1));
  await expect.poll(() => waiting.length).toBe(20);
  for (const answer of waiting) answer();
  await Promise.all(again);
  expect(statuses.filter((status) => status === 200)).toHaveLength(41);
  await app.close();
});
