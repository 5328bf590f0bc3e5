import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { forgetRun, keepRun, keptRuns } from './kept-results.mjs';
import { namedInFiles, promisesOf } from './promises.mjs';
import { lacks, namedIn, proofsOf, readParts, readPromises, tally } from './proved-ids.mjs';
import type { Part, Proof } from './proved-ids.mjs';

const row = (surface = ''): { id: string; area: string; text: string; surface: string } => ({
  id: 'SEND-01',
  area: 'send',
  text: 'sends',
  surface,
});
const proof = (state: string, file = 'src/server/a.test.ts', title = 'sends'): Proof => ({
  suite: 'quick',
  file,
  title,
  state,
});
const lacking = (proofs: readonly Proof[], files: readonly string[] = [], parts: readonly Part[] = []) =>
  lacks(row(), { proofs, files, parts });

const both = (...files: string[]) =>
  lacks(row('both'), { proofs: files.map((file) => proof('passed', file)), files: [], parts: [] });
const result = (title: string) => ({ file: 'a.test.ts', title, state: 'passed', message: '' }) as const;

describe('ids in titles', () => {
  test('count in titles of tests only', () => {
    const source = `
      // call('NO') in a comment of its own line does not run
      call('[YES-01] plain', () => {});
      call.each([1, 2])("[YES-02] [A-YES-03] two", () => {});
      call.runIf(isRoot())(\`[F-yes-04] template\`, () => {});
      call('[YES-05] group', () => {});
      const text = '[NO-02]';
      log('[NO-03]');`.replaceAll('call', 'test');
    expect(namedIn(source)).toEqual(['YES-01', 'YES-02', 'A-YES-03', 'F-yes-04', 'YES-05']);
  });

  test('are those of rows, and every part is listed for a test that names its row', () => {
    const { promises, parts } = promisesOf();
    const named = namedInFiles();
    const known = new Set(promises.map(({ id }) => id));
    expect([...named.keys()].filter((id) => !known.has(id))).toEqual([]);
    expect(parts.filter(({ id }) => !known.has(id))).toEqual([]);
    // Test cases shared by several files run under the name of each file.
    const strays = parts.filter(({ id, file }) => {
      const files = named.get(id)?.files ?? [];
      return !files.includes(file) && !files.some((name) => name.endsWith('.contract-test.ts'));
    });
    expect(strays).toEqual([]);
  });
});

describe('a row is proved', () => {
  test('when every test that names it has passed', () => {
    expect(lacking([proof('passed'), proof('passed', 'src/b.test.ts')])).toEqual([]);
  });

  test.each(['failed', 'skipped', 'unsteady'])('and not when one %s', (state) => {
    expect(lacking([proof('passed'), proof(state)])).toEqual([
      `${state} (quick): src/server/a.test.ts: sends`,
    ]);
  });

  test('and not when no test names it, or one that does was not run', () => {
    expect(lacking([])).toEqual(['no test names it']);
    expect(lacking([proof('passed')], ['src/server/a.test.ts', 'src/b.test.ts'])).toEqual([
      'not run: src/b.test.ts',
    ]);
  });

  test('and not when one of its parts is missing', () => {
    const parts = readParts(
      'id\tfile\ttitle\tpart\nSEND-01\tsrc/server/a.test.ts\tsends\tsending\nSEND-01\tsrc/server/a.test.ts\tadopts\tadoption\n',
    );
    expect(lacking([proof('passed')], [], parts)).toEqual([
      'no test that passed proves a part: adoption (src/server/a.test.ts: adopts)',
    ]);
    expect(lacking([proof('passed'), proof('passed', undefined, 'it adopts')], [], parts)).toEqual([]);
  });

  test('on both sides where it is about both', () => {
    expect(both('src/server/a.test.ts')).toEqual(['no test that passed proves it in the web client']);
    expect(both('src/web/a.test.tsx')).toEqual(['no test that passed proves it on the server']);
    expect(both('src/web/a.test.tsx', 'test/a.test.ts')).toEqual([]);
    expect(both('test/e2e/a.spec.ts')).toEqual([]);
  });

  test('rows are counted per area; attacks and faults keep their letter', () => {
    const promises = [
      ...readPromises(
        'id\tarea\trequirement\tsource\tsurface\nINBOX-01\tinbox\tone\tD1\tboth\nINBOX-02\tinbox\ttwo\n',
      ),
      ...readPromises('id\tarea\tentry\nA-AUTH-01\tAUTH\tlogin\n'),
      ...readPromises('id\tfault\tstep\nF-db-04\tkilled\tupgrade\n'),
    ];
    expect(promises.map(({ surface }) => surface)).toEqual(['both', '', '', '']);
    expect(tally(promises, ({ id }) => (id.endsWith('01') ? ['why'] : []))).toEqual([
      { area: 'inbox', total: 2, proved: 1, unproved: [{ id: 'INBOX-01', why: ['why'] }] },
      { area: 'A-AUTH', total: 1, proved: 0, unproved: [{ id: 'A-AUTH-01', why: ['why'] }] },
      { area: 'F-db', total: 1, proved: 1, unproved: [] },
    ]);
  });
});

describe('what is kept of a run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'f2e-kept-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is the last one of each suite, and nothing of one that was begun and not ended', () => {
    const stamp = { commit: 'c0ffee', dirty: false };
    keepRun('quick', stamp, [result('[SEND-01] [SEND-02] old')], folder);
    keepRun('quick', stamp, [result('[SEND-01] new')], folder);
    keepRun('faults', stamp, [result('[SEND-01] > [SEND-01] group')], folder);
    const runs = keptRuns(folder);
    expect(runs.map(({ suite, commit, dirty }) => [suite, commit, dirty])).toEqual([
      ['faults', 'c0ffee', false],
      ['quick', 'c0ffee', false],
    ]);
    expect([...proofsOf(runs)].map(([id, proofs]) => [id, proofs.map(({ title }) => title)])).toEqual([
      ['SEND-01', ['[SEND-01] > [SEND-01] group', '[SEND-01] new']],
    ]);
    forgetRun('quick', folder);
    expect(keptRuns(folder).map(({ suite }) => suite)).toEqual(['faults']);
    expect(keptRuns(join(folder, 'none'))).toEqual([]);
  });
});
