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
  app.get('/:key', async (request, reply) => {
    atOnce(request, reply, Number((request.params as { key: string }).key));
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

it('a client that goes before its answer gives its place back when its work has ended', async () => {
  const app = fastify() as unknown as App;
  const atOnce = createAtOnce(app);
  const waiting: (() => void)[] = [];
  let gone = 0;
  app.setErrorHandler(async (_, __, reply) => await reply.code(429).send());
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which waits for handlers
  app.get('/', async (request, reply) => {
    atOnce(request, reply, 1);
    reply.raw.once('close', () => (gone += 1));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const clients = Array.from({ length: 20 }, () => new AbortController());
  const calls = clients.map(async ({ signal }) => await fetch(address, { signal }).catch(() => undefined));
  await expect.poll(() => waiting.length).toBe(20);
  for (const client of clients) client.abort();
  await Promise.all(calls);
  await expect.poll(() => gone).toBe(20);
  // The work continues, and holds its database connections.
  expect((await fetch(address)).status).toBe(429);
  for (const answer of waiting.splice(0)) answer();
  const next = fetch(address);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await next).status).toBe(200);
  await app.close();
});
