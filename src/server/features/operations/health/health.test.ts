import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore, StoreHealth } from '#engine/file-store/port.ts';
import type { JobQueue, QueueHealth } from '#engine/jobs/port.ts';
import type { App } from '#server/kit/mount.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { mountHealth } from './health.routes.ts';
import { createHealth } from './health.service.ts';
import { readWarnings } from './warnings.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'a-token-of-the-operator';
let database: TestDatabase;
let storeHealth: () => Promise<StoreHealth>;
let queueHealth: () => Promise<QueueHealth>;
let sandbox: 'ok' | 'unavailable';
const checks = vi.fn<() => void>();

function buildApp(db: TestDatabase['db'] = database.db, metricsToken = ''): App {
  const documents = {
    status: async () => ({
      sandbox,
      types: [
        { extension: 'pdf', ok: true },
        { extension: 'doc', ok: false, reason: 'not installed' },
      ],
    }),
  } as unknown as DocumentEngine;
  const files = {
    check: async () => {
      checks();
      return await storeHealth();
    },
  } as unknown as FileStore;
  const queue = { check: async () => await queueHealth() } as unknown as JobQueue;
  const mail = { transport: { kind: 'file' as const, place: '/folder' } };
  const app = fastify() as unknown as App;
  const log = pino({ level: 'silent' });
  const health = createHealth({ database: { ...database, db }, files, queue, documents, mail, log });
  mountHealth(app, { health, metrics: createMetrics({ database }), metricsToken });
  app.get('/things/:id', async () => 'thing');
  return app;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into line (name, kind) values ('sim', 'simulator')`);
});

beforeEach(() => {
  storeHealth = async () => ({ ok: true });
  queueHealth = async () => ({ ok: true });
  sandbox = 'ok';
  checks.mockClear();
});

afterAll(async () => {
  await database.drop();
});

it('what an operator gave up, or has to look at, is named and stops nothing', async () => {
  const { db } = database;
  const place = 'relay.example:25';
  const warnings = async (weak?: 'unencrypted' | 'unverified', state: 'good' | 'expired' = 'good') =>
    await readWarnings({
      db,
      mail: { transport: { kind: 'smtp', place, ...(weak && { weak }) } },
      mailIn: { certificate: () => state },
    });
  expect(await warnings()).toEqual([]);
  expect(await warnings('unencrypted')).toEqual([expect.stringContaining('unencrypted (F2E_SMTP_URL)')]);
  expect(await warnings('unverified', 'expired')).toEqual([
    expect.stringContaining('is not checked (F2E_SMTP_URL)'),
    'The certificate of incoming mail has expired.',
  ]);
});

describe('/readyz', () => {
  it('answers 200 and lists lines and converters', async () => {
    const answer = await buildApp().inject('/readyz');
    expect(answer.statusCode).toBe(200);
    const { lines, ...rest } = answer.json<{ lines: unknown[] }>();
    expect(lines).toContainEqual({ name: 'sim', kind: 'simulator', state: 'on' });
    expect(rest).toEqual({
      status: 'ready',
      reasons: [],
      warnings: [],
      converters: { sandbox: 'ok', unavailable: ['doc'] },
      mail: { transport: 'file' },
    });
  });

  it('stays ready while files wait on this machine for the bucket, and warns', async () => {
    storeHealth = async () => ({ ok: true, warning: 'connect ECONNREFUSED 10.0.0.7' });
    const answer = await buildApp().inject('/readyz');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        reasons: [],
        warnings: ['The bucket does not answer: new files wait on this machine until it does.'],
      },
    ]);
  });

  it('says what could not be looked up, instead of listing nothing', async () => {
    await database.pool.query(
      'alter table mail_out rename to mail_out_away; alter table line rename to line_away',
    );
    const answer = await buildApp().inject('/readyz');
    await database.pool.query(
      'alter table mail_out_away rename to mail_out; alter table line_away rename to line',
    );
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { warnings: ['Lines could not be looked up.', 'Warnings could not be looked up.'] },
    ]);
  });

  it('stays ready without converters', async () => {
    sandbox = 'unavailable';
    expect((await buildApp().inject('/readyz')).statusCode).toBe(200);
  });

  it('answers 503 with every reason, and tells nothing of the inside', async () => {
    storeHealth = async () => ({ ok: false, reason: 'EROFS: /secret/folder' });
    queueHealth = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7');
    };
    const gone = await createTestDatabase();
    await gone.drop();
    const answer = await buildApp(gone.db).inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      status: 'not ready',
      reasons: [
        'The database does not answer.',
        'Documents cannot be stored.',
        'The job queue cannot be used.',
      ],
      lines: [],
    });
    expect(answer.body).not.toMatch(/secret|ECONN|10\.0/u);
  });

  it('answers 503 while the process is stopping, so that a proxy sends its requests elsewhere', async () => {
    const app = buildApp();
    app.draining = true;
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { status: 'not ready', reasons: ['The process is stopping.'] },
    ]);
  });

  it('looks once however often it is asked in a moment', async () => {
    const app = buildApp();
    await Promise.all(Array.from({ length: 20 }, async () => await app.inject('/readyz')));
    expect(checks).toHaveBeenCalledTimes(1);
  });

  it('does not wait for a part that hangs', async () => {
    storeHealth = async () => await new Promise(() => {});
    const answer = await buildApp().inject('/readyz');
    expect(answer.json()).toMatchObject({ reasons: ['Documents cannot be stored.'] });
  });
});

it('/healthz says that the process is up, whatever else is down', async () => {
  storeHealth = async () => ({ ok: false, reason: 'x' });
  expect((await buildApp().inject('/healthz')).json()).toEqual({ status: 'ok' });
});

describe('/metrics', () => {
  it('counts answers by route pattern, and shows the queue and the lines', async () => {
    const app = buildApp();
    await app.inject('/things/2125550100');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('f2e_http_request_seconds_count{method="GET",route="/things/:id",status="200"} 1');
    expect(body).not.toContain('2125550100');
    expect(body).toContain('f2e_queue_depth{queue="send",state="QUEUED"} 0');
    expect(body).toContain('f2e_line_busy{line="sim"} 0');
    expect(body).toContain('process_resident_memory_bytes');
  });

  it('is for this machine only, also behind a proxy on it', async () => {
    const app = buildApp();
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}): Promise<number> =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect([await ask('127.0.0.1'), await ask('::1'), await ask('::ffff:127.0.0.1')]).toEqual([
      200, 200, 200,
    ]);
    expect([await ask('10.0.0.7'), await ask('2001:db8::1')]).toEqual([404, 404]);
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' })).toBe(404);
    expect(await ask('10.0.0.7', { authorization: 'Bearer ' })).toBe(404);
  });

  it('opens to others with the token, and only with the right one', async () => {
    const app = buildApp(database.db, TOKEN);
    const ask = async (authorization: string): Promise<number> =>
      (await app.inject({ url: '/metrics', remoteAddress: '10.0.0.7', headers: { authorization } }))
        .statusCode;
    expect(await ask(`Bearer ${TOKEN}`)).toBe(200);
    expect([await ask(`Bearer ${TOKEN}x`), await ask('Bearer x'), await ask(TOKEN)]).toEqual([404, 404, 404]);
  });
});
