import { describe, expect, it } from 'vitest';

import { readFrame } from './t30-frame.ts';

/** Returns a message with an identification: twenty characters, the last one first. */
function ident(station: string): string {
  return `ff0340${Buffer.from(Array.from(station.padStart(20)).toReversed().join('')).toString('hex')}`;
}

describe('frames of T.30', () => {
  it.each([
    [
      'a machine with V.17, error correction and fine pages',
      'DIS',
      'ff138000ee78c4',
      { rate: 14_400, fine: true, ecm: true },
    ],
    ['a machine with V.29 and neither', 'DIS', 'ff1380000600', { rate: 9_600, fine: false, ecm: false }],
    ['V.17 at 12,000', 'DCS', 'ff138300680804', { rate: 12_000, fine: true, ecm: true }],
    ['V.27ter at 2,400', 'DCS', 'ff1383004200', { rate: 2_400, fine: true, ecm: false }],
    ['the last page', 'PPS', 'ff13be2e0000ff', { next: 'EOP' }],
    ['more pages', 'PPS', 'ff13be4f0000ff', { next: 'MPS' }],
    ['a block within a page', 'PPS', 'ff13be000000ff', { next: 'NULL' }],
    ['damaged frames', 'PPR', 'ff13bc0106000080', { damaged: [0, 9, 10, 39] }],
    ['a name', 'CSI', ident('+1 212 555 0100'), { station: '+1 212 555 0100' }],
    ['a name with bytes that are no text', 'TSI', 'ff13430041ff42', { station: 'BA' }],
    ['a frame that says nothing more', 'CFR', 'ff1384', {}],
    ['a cut-off frame', 'DCS', 'ff13', {}],
    ['a frame of nothing', 'PPS', '', {}],
  ])('reads %s', (_case, name, hex, facts) => {
    expect(readFrame(name, hex)).toEqual(facts);
  });
});
