import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/**
 * Fewer modules mean that the tool no longer reads our sources: with an unknown compiler it reports no modules and no
 * error.
 */
const AT_LEAST = 350;

it('the import rules of ARCHITECTURE.md hold, over all of the code', async () => {
  const tool = join(ROOT, 'node_modules/.bin/depcruise');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tool, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] };
  };
  expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(AT_LEAST);
});
