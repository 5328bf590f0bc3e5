// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';

import { mentionsIn, nameAt } from './note-form.tsx';

const people = [
  { id: '1', name: 'Ana', role: 'member', open: 0 },
  { id: '2', name: 'Ana Duarte', role: 'member', open: 0 },
  { id: '3', name: 'Leo Brandt', role: 'reader', open: 0 },
] as const;

describe('a note', () => {
  it('mentions whose names stand in it, the longer one of two that begin alike', () => {
    expect(mentionsIn('@Ana Duarte and @Leo Brandt', [...people])).toEqual(['2', '3']);
    expect(mentionsIn('@Ana, ask @Ana Duarte', [...people])).toEqual(['2', '1']);
    expect(mentionsIn('ana@example.com wrote to Leo Brandt', [...people])).toEqual([]);
  });

  it('offers people while a name is typed behind an @ that begins a word', () => {
    expect(nameAt('Ask @le', 7)).toBe('le');
    expect(nameAt('@', 1)).toBe('');
    expect(nameAt('Ask @Leo Br', 11)).toBe('Leo Br');
    expect(nameAt('mail ana@example', 16)).toBeNull();
    expect(nameAt('Ask @le and', 4)).toBeNull();
    expect(nameAt('Ask @le\nand', 11)).toBeNull();
  });
});
