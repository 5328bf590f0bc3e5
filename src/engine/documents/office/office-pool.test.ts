import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { silentLog } from '../fixtures/test-engine.ts';
import type { ProgramCommand } from '../sandbox/confine.ts';
import { OfficePool } from './office-pool.ts';

const FAKE = fileURLToPath(new URL('../fixtures/fake-office.ts', import.meta.url));

let tempDir: string;
let pools: OfficePool[];
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'office-pool-'));
  pools = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(tempDir, { recursive: true });
});

/** Returns a pool of workers that do what the document's text says. */
function fakePool(
  command?: ProgramCommand,
  workers = 1,
  { wallMs = 20_000, ownerMs, idleMs }: { wallMs?: number; ownerMs?: number; idleMs?: number } = {},
): OfficePool {
  const pool = new OfficePool({
    workers,
    tempDir,
    log: silentLog,
    wallMs,
    ownerMs,
    idleMs,
    confinement: async () => await Promise.resolve('none' as const),
    commandOf: (_, folder) => command ?? { program: process.execPath, arguments: [FAKE, folder] },
  });
  pools.push(pool);
  return pool;
}

const doc = (text: string) => Buffer.from(text);
const ask = async (pool: OfficePool, text: string, owner: string | undefined = 'anna') =>
  await pool.convert({ type: 'doc', bytes: doc(text), owner });
const numberOf = (result: Awaited<ReturnType<typeof ask>>) =>
  result.kind === 'ok' ? Buffer.from(result.pdf).toString() : result;

describe('the supervisor of LibreOffice', () => {
  test('starts it with the first document and keeps it warm', async () => {
    const pool = fakePool();
    expect(pool.pids).toEqual([]);
    const first = numberOf(await ask(pool, 'fine'));
    expect(numberOf(await ask(pool, 'fine'))).toBe(first);
    expect(pool.pids).toHaveLength(1);
  });

  test('ends it after a while without a document, also the one that was started for the next account', async () => {
    const pool = fakePool(undefined, 1, { idleMs: 100, ownerMs: 50 });
    for (let round = 0; round < 2; round++) {
      expect((await ask(pool, 'fine')).kind).toBe('ok');
      await expect.poll(() => pool.pids).toEqual([]);
    }
  });

  test('a document that kills it fails alone: the next one is converted by a fresh one', async () => {
    const pool = fakePool();
    const before = numberOf(await ask(pool, 'fine'));
    expect(await ask(pool, 'crash')).toMatchObject({ kind: 'refused', reason: 'DOCUMENT_DAMAGED' });
    const after = numberOf(await ask(pool, 'fine'));
    expect(after).toMatch(/^pid /);
    expect(after).not.toBe(before);
  });

  test('a crash that the documents before it caused is not blamed on the next one', async () => {
    const pool = fakePool();
    await ask(pool, 'fine');
    expect(numberOf(await ask(pool, 'crash when used'))).toMatch(/^pid /);
  });

  test.each([
    ['hang', 'TIME_LIMIT'],
    ['hog', 'DOCUMENT_TOO_LARGE'],
    ['protected', 'DOCUMENT_PROTECTED'],
  ])('«%s» is refused as %s, and the next one goes on', async (text, reason) => {
    // Only the document that should time out has a short limit: a busy machine is slow to notice a memory hog.
    const pool = fakePool(undefined, 1, { wallMs: reason === 'TIME_LIMIT' ? 1500 : 20_000 });
    expect(await ask(pool, text)).toMatchObject({ kind: 'refused', reason });
    expect((await ask(pool, 'fine')).kind).toBe('ok');
  });

  test('[A-CONV-25] one that has seen a document of one account never sees one of another', async () => {
    const pool = fakePool();
    const annas = numberOf(await ask(pool, 'fine', 'anna'));
    const bens = numberOf(await ask(pool, 'fine', 'ben'));
    expect(bens).not.toBe(annas);
    // Nor is it reused when the first account comes back, and documents of unknown owners share nothing.
    const again = numberOf(await ask(pool, 'fine', 'anna'));
    const unknown = [
      await pool.convert({ type: 'doc', bytes: doc('fine') }),
      await pool.convert({ type: 'doc', bytes: doc('fine') }),
    ];
    expect(new Set([annas, bens, again, ...unknown.map(numberOf)]).size).toBe(5);
    await expect.poll(() => pool.pids.length).toBe(1);
  });

  test('[A-CONV-25] a refusal and a crash do not hand a used one to another account either', async () => {
    const pool = fakePool(undefined, 2);
    const annas = numberOf(await ask(pool, 'fine', 'anna'));
    await ask(pool, 'protected', 'anna');
    await ask(pool, 'crash', 'ben');
    const both = await Promise.all([ask(pool, 'slow', 'ben'), ask(pool, 'slow', 'carl')]);
    expect(both.map(numberOf)).not.toContain(annas);
    expect(new Set(both.map(numberOf)).size).toBe(2);
  });

  test('after a rest a fresh one waits for whoever comes next', async () => {
    const pool = fakePool(undefined, 1, { ownerMs: 20 });
    const annas = numberOf(await ask(pool, 'fine', 'anna'));
    const [first] = pool.pids;
    await expect.poll(() => pool.pids.length === 1 && pool.pids[0] !== first).toBe(true);
    expect(numberOf(await ask(pool, 'fine', 'ben'))).not.toBe(annas);
  });

  test('it is replaced after a hundred documents', async () => {
    const pool = fakePool();
    const first = numberOf(await ask(pool, 'fine'));
    for (let count = 1; count < 100; count++) expect(numberOf(await ask(pool, 'fine'))).toBe(first);
    expect(numberOf(await ask(pool, 'fine'))).not.toBe(first);
  });

  test('one document at a time in each; more wait for their turn', async () => {
    const pool = fakePool(undefined, 2);
    const results = await Promise.all(Array.from({ length: 6 }, async () => await ask(pool, 'slow')));
    expect(new Set(results.map(numberOf)).size).toBe(2);
  });

  test('where it does not start, the answer is not the fault of the document', async () => {
    const pool = fakePool({ program: '/bin/false', arguments: [] });
    expect(await ask(pool, 'fine')).toMatchObject({ kind: 'unavailable' });
  });

  test('an aborted conversion ends it; so does closing, and nothing stays behind', async () => {
    const pool = fakePool();
    const stop = new AbortController();
    const running = pool.convert({ type: 'doc', bytes: doc('hang'), signal: stop.signal });
    await expect.poll(() => pool.pids).toHaveLength(1);
    stop.abort();
    expect((await running).kind).toBe('aborted');
    await ask(pool, 'fine');
    await pool.close();
    expect(pool.pids).toEqual([]);
    await expect.poll(async () => await readdir(tempDir)).toEqual([]);
    expect((await ask(pool, 'fine')).kind).toBe('unavailable');
  });
});
