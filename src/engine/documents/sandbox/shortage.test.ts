import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { eventually } from '#test/patience.ts';

import { makePdf } from '../fixtures/make-pdf.ts';
import { silentLog } from '../fixtures/test-engine.ts';
import { CHILD_READY_MS, PROBE_AGAIN_MS } from '../limits.ts';
import type { JobFile } from './child.ts';
import { childCommand } from './command.ts';
import type { ProgramCommand } from './confine.ts';
import { ConverterPool } from './pool.ts';

const good: JobFile[] = [{ type: 'pdf', bytes: makePdf() }];

let tempDir: string;
let pool: ConverterPool;

beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'shortage-test-'));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await pool.close();
  await rm(tempDir, { recursive: true, force: true });
});

/** Returns a pool of unconfined children that are started with this command. */
function poolOf(command: () => ProgramCommand | undefined): ConverterPool {
  pool = new ConverterPool({ workers: 1, untrusted: 'accept-risk', tempDir, log: silentLog }, (confinement) =>
    confinement === 'none' ? command() : undefined,
  );
  return pool;
}

test.each(['/nonexistent/converter', 'false'])(
  'a child that ends at once (%s) is no fault of the document, and is not started again in a loop',
  async (program) => {
    let starts = 0;
    // A runaway pool has to end, so that the test can report it.
    poolOf(() => (++starts < 200 ? { program, arguments: [] } : undefined));
    for (let n = 0; n < 3; n++) expect(await pool.run(good)).toBeUndefined();
    await eventually(() => expect(pool.pids).toEqual([]));
    await setImmediate();
    expect(starts).toBeLessThan(15);
  },
);

test('where no child can be started at all the document waits', async () => {
  poolOf(() => {
    throw new Error('too many open files');
  });
  expect(await pool.run(good)).toBeUndefined();
});

test('with too many open files a program is not started, which its caller is told', async () => {
  const module = JSON.stringify(new URL('run-program.ts', import.meta.url).href);
  const script = `
    import { openSync } from 'node:fs';
    import { runProgram } from ${module};
    try { for (;;) openSync('/dev/null'); } catch {}
    const run = { wallMs: 60_000, mostBytes: 1 };
    console.log((await runProgram({ program: 'true', arguments: [] }, new Uint8Array(), run)).kind);`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node]);
  expect(stdout).toBe('not-started\n');
});

test('children that are late are ended before others are tried', async () => {
  poolOf(() => ({ program: 'sleep', arguments: ['1000'] }));
  await pool.confinement();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = pool.run(good);
  for (let n = 0; n < 4; n++) await vi.advanceTimersByTimeAsync(CHILD_READY_MS);
  vi.useRealTimers();
  expect(await running).toBeUndefined();
  await eventually(() => expect(pool.pids).toEqual([]));
});

test('a sandbox that could not be had during a shortage is found later', async () => {
  let isShort = true;
  pool = new ConverterPool({ workers: 1, untrusted: 'sandbox', tempDir, log: silentLog }, (confinement) =>
    isShort ? { program: 'false', arguments: [] } : childCommand(confinement, {}),
  );
  expect(await pool.run(good)).toBeUndefined();
  isShort = false;
  expect(await pool.run(good)).toBeUndefined();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + PROBE_AGAIN_MS);
  // Callers use the known result until there is a better one.
  expect(await pool.confinement()).toBeUndefined();
  await eventually(async () => expect(await pool.confinement()).toBeDefined());
  expect(await pool.run(good)).toMatchObject({ kind: 'ok' });
});
