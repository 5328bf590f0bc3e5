import { beforeAll, expect, it } from 'vitest';
import { createInstance } from 'i18next';

import type { ActionOut, ConditionOut } from '#contract/mailbox/rule-parts.ts';

import { setTimeZone } from '#web/kit/format-date.ts';
import english from '../../../../../../locales/en.json' with { type: 'json' };
import { ruleWords } from './rule-words.ts';
import type { Named } from './rule-words.ts';

const i18n = createInstance();
beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
  });
});

const NAMED: Named = {
  groups: [{ id: '3', name: 'Labs' }],
  tags: [{ id: '5', name: 'Lab', color: 'green' }],
  people: [{ id: '7', name: 'Ana Duarte' }],
  team: true,
};

it.each<[string, 'all' | 'any', ConditionOut[], ActionOut[]]>([
  ['Every fax → archive', 'all', [], [{ kind: 'archive' }]],
  [
    'from 212-555-0100, 310*, 2 pages or more → tag Lab, assign to Ana Duarte, due in 1 day',
    'all',
    [
      { kind: 'caller', callers: ['2125550100', '310*'] },
      { kind: 'pages-min', pages: 2 },
    ],
    [
      { kind: 'tag', tags: ['5'] },
      { kind: 'assign', person: '7' },
      { kind: 'due', days: 1 },
    ],
  ],
  [
    'from group Labs, ? or outside Mon–Fri 08:00–18:00 → forward to 310-555-0177',
    'any',
    [
      { kind: 'group', groups: ['3', '9'] },
      { kind: 'not-hours', days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    ],
    [{ kind: 'forward', number: '3105550177' }],
  ],
])('%s', (expected, match, conditions, actions) => {
  const said = ruleWords({ match, conditions, actions }, NAMED, i18n.t, 'en');
  // Isolates keep left-to-right parts together.
  expect(said.replaceAll(/[\u2066\u2069]/gu, '')).toBe(expected);
});

it('days of a rule are the same in every zone', () => {
  setTimeZone('Pacific/Auckland');
  const conditions: ConditionOut[] = [{ kind: 'dates', from: '2026-12-24', to: '2027-01-01' }];
  const words = ruleWords({ match: 'all', conditions, actions: [{ kind: 'archive' }] }, NAMED, i18n.t, 'en');
  expect(words).toContain('12/24/2026');
  expect(words).toContain('01/01/2027');
  setTimeZone('UTC');
});
