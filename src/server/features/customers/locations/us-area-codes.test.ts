import { describe, expect, it } from 'vitest';

import { STATES } from './us-area-codes.ts';

describe('area codes', () => {
  const codes = STATES.flatMap(({ areas }) => areas.map(({ code }) => code));

  it('cover the fifty states and the capital, in alphabetical order, so that ids are stable', () => {
    expect(STATES).toHaveLength(51);
    const names = STATES.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(STATES.find(({ name }) => name === 'New York')?.id).toBe('33');
  });

  it('are well formed, named, sorted and each in one state', () => {
    expect(codes.filter((code) => !/^[2-9][0-8]\d$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { areas, name } of STATES) {
      expect([name, areas.map(({ code }) => code)]).toEqual([name, areas.map(({ code }) => code).toSorted()]);
      for (const area of areas) expect(area.name).toMatch(/^\p{Lu}[\p{L}.’ ]+$/u);
    }
  });

  it('are those of the well-known places, and none that is toll free or Canadian', () => {
    const places = {
      212: 'New York',
      310: 'California',
      312: 'Illinois',
      415: 'California',
      617: 'Massachusetts',
    };
    for (const [code, state] of Object.entries(places))
      expect(STATES.find(({ areas }) => areas.some((area) => area.code === code))?.name).toBe(state);
    for (const code of ['800', '888', '877', '866', '855', '844', '833', '416', '604', '900', '911', '787'])
      expect(codes).not.toContain(code);
  });
});
