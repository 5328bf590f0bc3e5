import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';

import { operatorAuditVerify } from '#contract/audit/log.admin.ts';
import type { Database } from '#engine/database/port.ts';
import type { App } from '#server/kit/mount.ts';

import { mountAuditAdmin } from './audit.admin.routes.ts';
import type { AuditChain } from './chain.ts';

let app: App;
afterEach(async () => await app.close());

it('the audit is verified no longer than somebody waits for the answer', async () => {
  const runs: (AbortSignal | undefined)[] = [];
  const verify: AuditChain['verify'] = async (signal) => {
    runs.push(signal);
    if (runs.length > 1) return { ok: true, rows: 3 };
    return await new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  app = fastify();
  mountAuditAdmin(app, { database: {} as Database, chain: { verify } as AuditChain, zone: 'UTC' });
  const origin = await app.listen({ port: 0 });
  const ask = async (signal?: AbortSignal) =>
    await fetch(origin + operatorAuditVerify.path, { method: 'POST', ...(signal && { signal }) });
  const stop = new AbortController();
  const first = ask(stop.signal);
  await expect.poll(() => runs.length).toBe(1);
  stop.abort();
  await expect(first).rejects.toThrow('abort');
  await expect.poll(() => runs[0]?.aborted).toBe(true);
  expect(await (await ask()).json()).toEqual({ ok: true, rows: 3, reason: '' });
});
