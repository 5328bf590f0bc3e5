// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { draftStore } from './draft-store.ts';
import type { Draft } from './draft-store.ts';
import { renamed } from './use-named-recipient.ts';

const empty = draftStore.get();
const DANA = { name: 'Dana', company: 'Harbor' };
const ROB = { name: 'Rob', company: '' };
const NOBODY = { name: '', company: '' };
const written = (draft: Draft, cover: Partial<Draft['cover']>): Draft => ({
  ...draft,
  cover: { ...draft.cover, ...cover },
});
const shown = ({ cover }: Draft) => [cover.name, cover.company];

describe('the cover page names the recipient', () => {
  test('as long as the writer has not', () => {
    const dana = renamed(empty, DANA);
    expect(shown(dana)).toEqual(['Dana', 'Harbor']);
    expect(shown(renamed(dana, ROB))).toEqual(['Rob', '']);
    expect(shown(renamed(dana, NOBODY))).toEqual(['', '']);
  });

  test('and never over what the writer has written or cleared', () => {
    const dana = renamed(empty, DANA);
    expect(shown(renamed(written(dana, { name: 'Dr. W.' }), ROB))).toEqual(['Dr. W.', '']);
    expect(shown(renamed(written(dana, { company: '' }), DANA))).toEqual(['Dana', '']);
    expect(shown(renamed(written(empty, { name: 'Someone' }), DANA))).toEqual(['Someone', 'Harbor']);
  });

  test('a draft without anybody to name stays the same object', () => {
    expect(renamed(empty, NOBODY)).toBe(empty);
  });
});
