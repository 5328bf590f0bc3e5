import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { openTestEngine } from '../fixtures/test-engine.ts';

const run = promisify(execFile);

/** Returns the number of programs that draw cover pages for this process. */
async function programs(): Promise<number> {
  const { stdout } = await run('pgrep', ['-c', '-P', String(process.pid), '-f', 'cover-child']).catch(
    ({ stdout: none }: { stdout: string }) => ({ stdout: none }),
  );
  return Number(stdout);
}

it('ends after a while without a page, and comes back with the next one', async () => {
  const documents = await openTestEngine({ idleMs: 100 });
  for (let round = 0; round < 2; round++) {
    documents.engine.warmCovers();
    await expect.poll(programs).toBeGreaterThan(0);
    await expect.poll(programs).toBe(0);
  }
  await documents.close();
});

it('asked for by many at once, one program is started, and none is left when the engine is closed', async () => {
  const documents = await openTestEngine();
  for (let page = 0; page < 5; page += 1) documents.engine.warmCovers();
  await expect.poll(programs).toBeGreaterThan(0);
  await documents.close();
  expect(await programs()).toBe(0);
});

it('what a child says when it ends in the middle of a page is logged', async () => {
  const documents = await openTestEngine();
  const sheet = { rows: 1 } as never;
  expect(await documents.engine.coverSheet(sheet)).toEqual({ kind: 'retry', reason: 'CONVERTER_CRASHED' });
  expect(documents.refusals.join('')).toContain('TypeError');
  await documents.close();
});
