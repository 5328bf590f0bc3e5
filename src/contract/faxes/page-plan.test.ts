import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPagePlan, isWholeFile, parsePagePlan, ROTATIONS } from './page-plan.ts';

const plans = fc.uniqueArray(
  fc.record({ page: fc.integer({ min: 1, max: 999 }), rotation: fc.constantFrom(...ROTATIONS) }),
  { selector: ({ page }) => page, minLength: 1, maxLength: 200 },
);

test('a plan that was written is read as it was', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(parsePagePlan(formatPagePlan(plan))).toEqual(plan);
    }),
  );
});

test('a page twice is no plan', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(parsePagePlan(formatPagePlan([...plan, ...plan]))).toBeNull();
    }),
  );
});

test.each(['', '0', '1,', ',1', '1,1r90', '1r45', '1r0', '-1', '1-3', '01', '1000', '1;2', 'x', '1r90r90'])(
  '%j is no plan',
  (written) => expect(parsePagePlan(written)).toBeNull(),
);

test('more pages than a fax may have are no plan, however many are named', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => (at % 999) + 1).join(',');
  expect(parsePagePlan(many)).toBeNull();
  expect(parsePagePlan(many.slice(0, many.indexOf(',201')))).toHaveLength(200);
  expect(parsePagePlan(many.slice(0, many.indexOf(',202')))).toBeNull();
});

test('only all pages in their order, none turned, are the whole file', () => {
  expect(isWholeFile(parsePagePlan('1,2,3') ?? [], 3)).toBe(true);
  for (const other of ['1,2', '2,1,3', '1,2,3r180'])
    expect(isWholeFile(parsePagePlan(other) ?? [], 3)).toBe(false);
});
