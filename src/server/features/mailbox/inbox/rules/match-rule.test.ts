import { describe, expect, it } from 'vitest';

import { ruleForm } from '#contract/mailbox/rule-parts.ts';
import type { RuleCondition } from '#contract/mailbox/rule-parts.ts';
import { ruleWith } from '#test/rules-rig.ts';

import { ruleMatches } from './match-rule.ts';
import type { FaxFacts } from './match-rule.ts';

/** A two-page fax from a contact, on a Monday at 10:30. */
const FAX: FaxFacts = {
  caller: '2125550100',
  isContact: true,
  groups: [3],
  pages: 2,
  cutOff: false,
  words: null,
  barcodes: [],
  day: 1,
  time: '10:30',
  date: '2026-11-30',
};

const matches = (conditions: RuleCondition[], change: Partial<FaxFacts> = {}, match: 'all' | 'any' = 'all') =>
  ruleMatches({ match, conditions }, { ...FAX, ...change });

const WORKDAYS = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' };
const NIGHT = { days: [5], from: '22:00', to: '06:00' };

describe('a condition of a rule', () => {
  it.each<[string, RuleCondition, Partial<FaxFacts>, Partial<FaxFacts>]>([
    ['a number', { kind: 'caller', callers: ['2125550100'] }, {}, { caller: '21255501001' }],
    ['a beginning', { kind: 'caller', callers: ['310*', '212*'] }, {}, { caller: '3125550100' }],
    ['not a number', { kind: 'not-caller', callers: ['2125550100'] }, { caller: '' }, {}],
    ['a group', { kind: 'group', groups: [2, 3] }, {}, { groups: [4] }],
    ['not a group', { kind: 'not-group', groups: [3] }, { groups: [] }, {}],
    ['a contact', { kind: 'contact' }, {}, { isContact: false }],
    ['not a contact', { kind: 'not-contact' }, { isContact: false }, {}],
    ['a hidden caller', { kind: 'hidden' }, { caller: '' }, {}],
    [
      'words on pages',
      { kind: 'text', texts: ['total amount', 'rezept'] },
      { words: ['The', 'total', 'Amount:', '12'] },
      { words: ['total'] },
    ],
    [
      'words that are not there',
      { kind: 'not-text', texts: ['spam'] },
      { words: ['ham'] },
      { words: ['Spam!'] },
    ],
    ['words that are not known', { kind: 'not-text', texts: ['spam'] }, { words: [] }, { words: null }],
    [
      'a barcode, or its beginning',
      { kind: 'barcode', texts: ['other', 'inv-*'] },
      { words: [], barcodes: ['SEPARATOR', 'INV-2026-1'] },
      { words: [], barcodes: ['XINV-2026-1'] },
    ],
    [
      'no such barcode',
      { kind: 'not-barcode', texts: ['SEPARATOR'] },
      { words: [], barcodes: ['SEPARATOR 2'] },
      { words: [], barcodes: ['separator'] },
    ],
    ['barcodes that are not known', { kind: 'not-barcode', texts: ['INV'] }, { words: [] }, { words: null }],
    ['pages at least', { kind: 'pages-min', pages: 2 }, {}, { pages: 1 }],
    ['pages at most', { kind: 'pages-max', pages: 2 }, {}, { pages: 3 }],
    ['hours', { kind: 'hours', ...WORKDAYS }, { time: '08:00' }, { time: '17:00' }],
    ['other days', { kind: 'hours', ...WORKDAYS }, {}, { day: 6 }],
    ['not these hours', { kind: 'not-hours', ...WORKDAYS }, { day: 0 }, {}],
    [
      'the evening of a night',
      { kind: 'hours', ...NIGHT },
      { day: 5, time: '22:00' },
      { day: 4, time: '23:00' },
    ],
    ['its morning', { kind: 'hours', ...NIGHT }, { day: 6, time: '05:59' }, { day: 6, time: '06:00' }],
    ['dates', { kind: 'dates', from: '2026-11-30', to: '2026-12-01' }, {}, { date: '2026-12-02' }],
    ['a call that was cut off', { kind: 'cut-off' }, { cutOff: true }, {}],
  ])('%s', (_, condition, holds, fails) => {
    expect(matches([condition], holds)).toBe(true);
    expect(matches([condition], fails)).toBe(false);
  });

  it('all of them, any of them, or none at all', () => {
    const both: RuleCondition[] = [{ kind: 'contact' }, { kind: 'hidden' }];
    expect([matches(both), matches(both, {}, 'any'), matches([]), matches([], {}, 'any')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

const form = (change: object) => ruleForm.safeParse(ruleWith(change));

describe('the form of a rule', () => {
  it('numbers are kept as digits', () => {
    const conditions = [{ kind: 'caller', callers: ['+1 (212) 555-0100', '212-555*', '1*'] }];
    expect(form({ conditions }).data?.conditions).toEqual([
      { kind: 'caller', callers: ['2125550100', '212555*', '1*'] },
    ]);
  });

  it.each([
    [{ name: ' ' }],
    [{ actions: [] }],
    [{ actions: [{ kind: 'archive' }, { kind: 'archive' }] }],
    [{ actions: [{ kind: 'forward', number: '911' }] }],
    [{ actions: [{ kind: 'email', emails: [] }] }],
    [{ conditions: [{ kind: 'caller', callers: ['*'] }] }],
    [{ conditions: [{ kind: 'caller', callers: ['2*12'] }] }],
    [{ conditions: [{ kind: 'hours', days: [], from: '08:00', to: '17:00' }] }],
    [{ conditions: [{ kind: 'hours', days: [1], from: '24:00', to: '17:00' }] }],
    [{ conditions: [{ kind: 'dates', from: '2026-12-02', to: '2026-12-01' }] }],
    [{ conditions: Array.from({ length: 11 }, () => ({ kind: 'contact' })) }],
  ])('refuses %j', (change) => {
    expect(form(change).success).toBe(false);
  });
});
