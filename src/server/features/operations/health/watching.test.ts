import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { measure } from '#server/kit/meter.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMetrics } from './metrics.ts';

const DEPLOY = join(import.meta.dirname, '../../../../../deploy');

/** Suffixes that Prometheus adds for a histogram. */
const PARTS = /_(?:bucket|count|sum)$/u;

let database: TestDatabase;
let folder: string;
let text: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'f2e-watch-'));
  const cert = join(folder, 'cert.pem');
  const subject = ['-subj', '/CN=fax.example.com', '-days', '30'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '/dev/null', '-out', cert, ...subject],
    { stdio: 'pipe' },
  );
  await database.pool.query(`insert into line (name, kind, state, fault) values
    ('broken', 'hylafax', 'on', 'The server cannot be reached.'), ('left', 'hylafax', 'drain', 'As well.')`);
  await database.pool.query(`insert into file_spool values ('one', 'n1', 3, 4096, 65536, now(), now())`);
  const metrics = createMetrics({
    database,
    mailsIn: () => [{ result: 'sent', mails: 1 }],
    places: { dataDir: folder, mailCert: cert },
  });
  measure('call', { carrier: 'telnyx', direction: 'out', result: 'BUSY', pages: 0, seconds: 12 });
  measure('call', { carrier: 'telnyx', direction: 'out', result: 'OK', pages: 3, seconds: 70 });
  measure('conversion', { kind: 'pdf', result: 'ok', seconds: 0.7 });
  measure('delivery', { channel: 'sftp', result: 'ok', lag: 4 });
  measure('login', { result: 'wrong' });
  text = await metrics.text();
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('counts calls, pages, conversions, deliveries and logins where they happen', () => {
  for (const line of [
    'f2e_fax_attempts_total{carrier="telnyx",direction="out",result="BUSY"} 1',
    'f2e_fax_pages_total{direction="out"} 3',
    'f2e_fax_duration_seconds_count{carrier="telnyx"} 2',
    'f2e_conversion_seconds_bucket{le="1",kind="pdf",result="ok"} 1',
    'f2e_delivery_total{channel="sftp",result="ok"} 1',
    'f2e_delivery_lag_seconds_sum{channel="sftp"} 4',
    'f2e_login_total{result="wrong"} 1',
    'f2e_jobs_held 0',
    'f2e_queue_oldest_seconds{queue="send"} 0',
    'f2e_lines{kind="onnet",state="on"} 1',
    'f2e_line_fault{line="onnet"} 0',
    'f2e_line_fault{line="broken"} 1',
    'f2e_line_fault{line="left"} 0',
    'f2e_storage_bytes 0',
    'f2e_removable_files_oldest_seconds 0',
    'f2e_spool_files{node="n1"} 3',
    'f2e_spool_bytes{node="n1"} 4096',
    'f2e_spool_limit_bytes{node="n1"} 65536',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  const [, days] = /f2e_cert_expiry_seconds (\d+)/u.exec(text) ?? [];
  expect(Number(days) / 86_400).toBeCloseTo(30, 0);
});

it('what this process knows itself is told while the database is away, and what it cannot read is named', async () => {
  const away = new Proxy(
    {},
    {
      get: () => {
        throw new Error('away');
      },
    },
  );
  const metrics = createMetrics({
    database: { ...database, db: away as TestDatabase['db'] },
    places: { dataDir: folder, mailCert: null },
  });
  metrics.observe({ method: 'GET', route: '/readyz', status: 503, seconds: 0.01 });
  const told = await metrics.text();
  expect(told).toContain('f2e_http_request_seconds_count{method="GET",route="/readyz",status="503"} 1');
  expect(told).toMatch(/f2e_disk_free_bytes \d{3,}/u);
  const groups = [...told.matchAll(/f2e_watch_ok\{group="(\w+)"\} ([01])/gu)].map(([, group, ok]) => [
    group,
    ok,
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    queues: '0',
    lines: '0',
    storage: '0',
    spools: '0',
    cleanUp: '0',
    places: '1',
    calls: '0',
  });
});

describe.each(['prometheus-rules.yml', 'grafana-dashboard.json'])('deploy/%s', (file) => {
  it('names only metrics that exist', async () => {
    const written = await readFile(join(DEPLOY, file), 'utf8');
    const exists = new Set([...text.matchAll(/^# TYPE (\S+)/gmu)].map(([, name]) => name));
    const named = new Set(
      [...written.matchAll(/\b(?:f2e|process|nodejs)_[a-z0-9_]+\b/gu)].map(([name]) => name),
    );
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !exists.has(name) && !exists.has(name.replace(PARTS, '')))).toEqual(
      [],
    );
  });
});

it('every metric of ours is on the dashboard', async () => {
  const written = await readFile(join(DEPLOY, 'grafana-dashboard.json'), 'utf8');
  const ours = [...text.matchAll(/^# TYPE (f2e_\S+)/gmu)].map(([, name = '']) => name);
  expect(ours.filter((name) => !written.includes(name))).toEqual([]);
});
