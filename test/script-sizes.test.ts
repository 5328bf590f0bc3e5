import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SCRIPT_LIMITS } from './script-limits.ts';

const WEB = join(import.meta.dirname, '../dist/web');

/** Returns the compressed size in kB of the scripts that the built page at an address loads immediately. */
function scriptsOf(address: string): number {
  const everyPage = readFileSync(join(WEB, 'index.html'), 'utf8').matchAll(/"\.\/(assets\/[^"]+\.js)"/g);
  const first = JSON.parse(readFileSync(join(WEB, 'first-files.json'), 'utf8')) as Record<string, string[]>;
  const files = new Set([...everyPage].map(([, file = '']) => file));
  expect(files.size).toBeGreaterThan(0);
  for (const file of first[address] ?? []) if (file.endsWith('.js')) files.add(file);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).byteLength / 1000, 0);
}

test.each(Object.entries(SCRIPT_LIMITS))(
  'the page at %s needs at most %d kB of scripts',
  (address, limit) => {
    expect(scriptsOf(address)).toBeLessThanOrEqual(limit);
  },
);
