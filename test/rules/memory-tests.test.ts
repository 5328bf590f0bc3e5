import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';

import { APART } from '../../vitest.config.ts';

const ROOT = join(import.meta.dirname, '../..');

it('files that measure the memory of their process have a process of their own', () => {
  const measuring = globSync('{src,test,scripts,bin,fuzz}/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /process\.(?:memoryUsage\b|resourceUsage\(\)\.maxRSS)/u.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(measuring.length).toBeGreaterThan(3);
  expect(measuring.filter((file) => !APART.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});
