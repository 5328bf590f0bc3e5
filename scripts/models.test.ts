import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { judge, makeSearch, search } from './spin.mjs';

const MODEL = join(import.meta.dirname, '../models/send-job.pml');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-models-'));
  return async () => await rm(folder, { recursive: true, force: true });
});

/**
 * Compiled without optimization, because the compiler takes most of the time: a search that soon finds something need
 * not be fast.
 */
async function verdict(property: string, switches: string[], live = false) {
  const check = { property, switches: ['CANCELS=0', ...switches], live };
  const program = await makeSearch(MODEL, check, folder, '-O0');
  return await search(program, check, folder);
}

describe('the model of the send queue', { timeout: 120_000 }, () => {
  it.each([
    ['writes name no lease token', 'NO_FENCE', 'once', []],
    ['a silent worker is believed dead, and the line that it never got the call', 'NO_PROOF', 'once', []],
    ['nobody waits for what a dead worker wrote last', 'NO_SETTLE', 'once', []],
    ['a line is believed at once that it did not get a command', 'NO_REPLY_SETTLE', 'once', []],
    ['nobody looks at the clocks before the hand-over', 'NO_AGE', 'owned', ['WHOLE_INSTANT']],
    ['a cancelled fax can be marked', 'NO_CANCEL_CHECK', 'cancelled', ['CANCELS=1']],
    ['a run that ends makes its worker forget a newer one', 'FORGET_NEWER', 'kept', []],
    ['an arrival and the end of its job are two transactions', 'NO_TRANSACTION', 'once', ['ONNET']],
  ])('fails where %s', async (_, without, property, more) => {
    const found = await verdict(property, ['MISHAPS=2', without, ...more]);
    expect(found).toMatchObject({ verdict: 'violated' });
  });

  it.each([
    ['holds', 'the look at the clocks alone', ['NO_PROOF', 'WHOLE_INSTANT']],
    ['holds', 'the proof of death alone', ['NO_AGE']],
    ['violated', 'neither', ['NO_PROOF', 'NO_AGE']],
  ])('%s with %s', async (expected, _, switches) => {
    const found = await verdict('once', ['MISHAPS=2', ...switches]);
    expect(found).toMatchObject({ verdict: expected });
  });

  it('finds a job that is stuck', async () => {
    expect(await verdict('ends', ['MISHAPS=1', 'FOR_EVER', 'NO_TAKE_OVER', 'ONNET'], true)).toMatchObject({
      verdict: 'violated',
    });
  });
});

const report = (errors: number, more = '') =>
  `${more}\nState-vector 180 byte, depth reached 171, errors: ${errors}\n   243154 states, stored\n`;

describe('a search', () => {
  it.each([
    ['holds', report(0)],
    ['violated', report(1, 'pan:1: assertion violated\nWarning: Search not completed')],
    ['incomplete', report(0, 'error: max search depth too small')],
    ['incomplete', report(0, 'pan: reached -DMEMLIM bound\nWarning: Search not completed')],
    ['incomplete', 'pan: out of memory'],
    ['incomplete', ''],
  ])('is read as %s', (expected, output) => {
    expect(judge(output)).toMatchObject({ verdict: expected });
  });
});
