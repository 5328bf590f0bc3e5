import { describe, expect, it } from 'vitest';

import { chooseLine } from './choose.ts';
import { lineContract, testCall } from './line.contract-test.ts';
import { isPattern, matchesPattern } from './pattern.ts';
import { simulatorLine } from './simulator.ts';

const never = new AbortController().signal;
const line = simulatorLine('*', { ringMs: 0, pageMs: 1 });

lineContract('simulator', () => ({
  line,
  answering: '3105550111',
  busy: '3105550199',
  invalid: '3105550195',
}));

describe('simulator', () => {
  it.each([
    ['3105550199', { kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 }],
    ['3105550198', { kind: 'retry', reason: 'NO_ANSWER', pagesConfirmed: 0 }],
    ['3105550197', { kind: 'retry', reason: 'NO_FAX_MACHINE', pagesConfirmed: 0 }],
    ['3105550196', { kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1 }],
    ['3105550195', { kind: 'final', reason: 'NUMBER_INVALID', pagesConfirmed: 0 }],
  ])('%s ends as its last four digits say, on every attempt', async (to, expected) => {
    const first = await line.send(testCall(to), never);
    const last = await line.send(testCall(to, { attempt: 5 }), never);
    expect(first).toMatchObject(expected);
    expect(last).toMatchObject(expected);
  });

  it('0194 is busy twice for each job and then answers', async () => {
    const kinds: string[] = [];
    for (const attempt of [1, 2, 3]) {
      const outcome = await line.send(testCall('3105550194', { attempt }), never);
      kinds.push(outcome.kind);
    }
    expect(kinds).toEqual(['retry', 'retry', 'delivered']);
  });

  it('0196 drops a fax of one page too', async () => {
    const outcome = await line.send(testCall('3105550196', { pages: 1 }), never);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'DROPPED', pagesConfirmed: 1 });
  });
});

describe('patterns of numbers', () => {
  it.each([
    ['*', '+12125550100', true],
    ['+1212*', '+12125550100', true],
    ['1212*', '+12125550100', true],
    ['+1*0100', '+12125550100', true],
    ['+1*55*00', '+12125550100', true],
    ['+1*0100*0100', '+12125550100', false],
    ['+1310*, +1212*', '+12125550100', true],
    ['+12125550100', '+12125550100', true],
    ['+1212555010', '+12125550100', false],
    ['+44*', '+12125550100', false],
    ['', '+12125550100', false],
  ])('%s covers %s: %s', (pattern, number, expected) => {
    const covered = matchesPattern(pattern, number);
    expect(covered).toBe(expected);
  });

  it('tells a pattern from other text', () => {
    const verdicts = ['*', '+1*', '1212*,1310*', '', 'abc', '+1*;drop', '1,,2'].map((text) =>
      isPattern(text),
    );
    expect(verdicts).toEqual([true, true, true, false, false, false, false]);
  });
});

describe('choosing a line', () => {
  it('refuses a kind that this version does not have, with a sentence', () => {
    const chosen = chooseLine({ name: 'fax1', kind: 'carrier-pigeon', pattern: '*', config: {} });
    expect(chosen).toEqual({
      kind: 'refused',
      reason: 'This version has no lines of the kind “carrier-pigeon”.',
    });
  });
});
