import { describe, expect, it } from 'vitest';
import { allToggled, extended, NOTHING, pruned, toggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

describe('selection', () => {
  it('checks and unchecks single faxes', () => {
    const two = toggled(toggled(NOTHING, 'a'), 'c');
    expect(chosen(two)).toEqual(['a', 'c']);
    expect(chosen(toggled(two, 'a'))).toEqual(['c']);
    expect(chosen(NOTHING)).toEqual([]);
  });

  it('extends from the fax checked last, in both directions, and shrinks again', () => {
    const from = toggled(NOTHING, 'c');
    expect(chosen(extended(from, 'c', 'e', ORDER))).toEqual(['c', 'd', 'e']);
    expect(chosen(extended(extended(from, 'c', 'e', ORDER), 'e', 'd', ORDER))).toEqual(['c', 'd']);
    expect(chosen(extended(from, 'c', 'a', ORDER))).toEqual(['a', 'b', 'c']);
  });

  it('extends from the row with the focus when nothing was checked, or the anchor left the list', () => {
    expect(chosen(extended(NOTHING, 'b', 'c', ORDER))).toEqual(['b', 'c']);
    expect(chosen(extended({ ids: new Set(['x']), anchor: 'x' }, 'd', 'e', ORDER))).toEqual(['d', 'e']);
    expect(extended(NOTHING, 'gone', 'c', ORDER)).toBe(NOTHING);
  });

  it('checks the whole page, and nothing when it is checked already', () => {
    const all = allToggled(toggled(NOTHING, 'b'), ORDER);
    expect(chosen(all)).toEqual(ORDER);
    expect(allToggled(all, ORDER)).toBe(NOTHING);
    expect(chosen(allToggled(NOTHING, []))).toEqual([]);
  });

  it('drops what left the list and stays the same object otherwise', () => {
    const two = toggled(toggled(NOTHING, 'a'), 'c');
    expect(pruned(two, ORDER)).toBe(two);
    const left = pruned(two, ['a', 'b']);
    expect([chosen(left), left.anchor]).toEqual([['a'], null]);
    expect(pruned(two, [])).toBe(NOTHING);
  });
});
