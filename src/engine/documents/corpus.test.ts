import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { openTestEngine } from './fixtures/test-engine.ts';
import { familyOf } from './sandbox/memory-watch.ts';

/** A folder of real documents, ordinary and malicious, which belong to other people. Defaults to our own samples. */
const CORPUS = process.env['F2E_CORPUS'] ?? join(import.meta.dirname, 'fixtures');
const FAXED = /\.(?:txt|docx?|pdf|bmp|png|tiff?|jpe?g|xlsx?|pptx?|ps|emf|wmf|jp2)$/i;
const NOBODY = '65534';

const run = promisify(execFile);

/** Network counters only grow: periodic checks see everything, except in a network that has already ended. */
const LOOK_EVERY_MS = 50;

const networkOf = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/net`);
const HOST = networkOf('self');

/** Returns the network activity of a document's program: it has only its own loopback, with nothing on it. */
function trafficOf(pid: number, looked: Set<string>): string {
  try {
    const network = networkOf(pid);
    const name = () => readFileSync(`/proc/${pid}/comm`, 'latin1').trim();
    if (network === HOST)
      return /soffice|python|^gs$/.test(name()) ? `${name()} sees the network of the host` : '';
    if (looked.has(network)) return '';
    looked.add(network);
    const lines = readFileSync(`/proc/${pid}/net/dev`, 'latin1').trim().split('\n').slice(2);
    const quiet = lines.every((line) => /^\s*lo:(?:\s+0)+\s*$/.test(line));
    return quiet ? 'quiet' : `${name()}: ${lines.join('; ')}`;
  } catch {
    // It ended after the list was read.
    return '';
  }
}

/**
 * Conditions for `find` that skip folders where the sandbox's user cannot have written: folders that others may not
 * enter, and packages, where everything belongs to root.
 */
const OUT_OF_REACH =
  `-name node_modules -o -name .git -o -path /usr -o ! -user ${NOBODY} ! -group ${NOBODY} ! -perm -001`.split(
    ' ',
  );

/** Returns files that the sandbox's user has written since the mark, on the disks of / and of temporary files. */
async function filesOfNobody(mark: string): Promise<string[]> {
  const disks = new Map(
    ['/', tmpdir()].map((path) => [statSync(path).dev, path]).toReversed() as [number, string][],
  );
  const wanted = ['-newer', mark, '-user', NOBODY, '-print'];
  const pruned = ['-type', 'd', '(', ...OUT_OF_REACH, ')', '-prune', '-o'];
  // Folders that disappear during the search are not an error.
  const { stdout } = await run('find', [...disks.values(), '-xdev', ...pruned, ...wanted], {
    maxBuffer: 1 << 26,
  }).catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter(Boolean);
}

test('every document of the corpus ends in pages or in a named refusal, and touches nothing else on the machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-test-'));
  const mark = join(folder, 'mark');
  await writeFile(mark, '');
  const tests = await openTestEngine({ untrusted: 'sandbox', tempDir: folder });
  const seen = new Set<string>();
  const watch = setInterval(() => {
    const looked = new Set<string>();
    for (const pid of familyOf(process.pid).slice(1)) seen.add(trafficOf(pid, looked));
  }, LOOK_EVERY_MS);
  const table: Record<string, string> = {};
  try {
    for (const name of (await readdir(CORPUS)).filter((file) => FAXED.test(file))) {
      const started = performance.now();
      const outcome = await tests.convert(name.toLowerCase(), await readFile(join(CORPUS, name)));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      table[name] = `${outcome.kind === 'ok' ? `${outcome.pages} pages` : outcome.reason} in ${seconds} s`;
      expect({ name, kind: outcome.kind }).not.toEqual({ name, kind: 'retry' });
    }
  } finally {
    clearInterval(watch);
    await tests.close();
  }
  console.table(table);
  seen.delete('');
  expect([...seen]).toEqual(['quiet']);
  expect(await readdir(folder)).toEqual(['mark']);
  expect(await filesOfNobody(mark)).toEqual([]);
  await rm(folder, { recursive: true });
});
