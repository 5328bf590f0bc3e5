import { expect, it } from 'vitest';

import { failedOutcome } from './failed.ts';
import { meaningOf } from '../telnyx/outcome.ts';

const outcome = (reason: string, sent: number | null, pages: number) => {
  const { kind, pagesConfirmed } = failedOutcome(meaningOf, reason, sent, pages) as {
    kind: string;
    pagesConfirmed: number;
  };
  return [kind, pagesConfirmed];
};

it('a call that broke off when the last page was on its way is uncertain, and one before that is repeated', () => {
  expect(outcome('receiver_call_dropped', 1, 2)).toEqual(['uncertain', 1]);
  expect(outcome('receiver_call_dropped', 0, 1)).toEqual(['uncertain', 0]);
  expect(outcome('receiver_call_dropped', null, 1)).toEqual(['uncertain', 0]);
  expect(outcome('receiver_call_dropped', 1, 3)).toEqual(['retry', 1]);
  expect(outcome('receiver_call_dropped', null, 2)).toEqual(['retry', 0]);
  expect(outcome('receiver_call_dropped', 2, 2)).toEqual(['uncertain', 2]);
});

it('a reason that no form fits is uncertain only where pages went over', () => {
  expect(outcome('new words', 1, 2)).toEqual(['uncertain', 1]);
  expect(outcome('new words', 0, 1)).toEqual(['retry', 0]);
});

it('what ends a call before its pages is never uncertain', () => {
  for (const reason of [
    'user_busy',
    'receiver_no_answer',
    'receiver_incompatible_destination',
    'channel_limit',
  ])
    expect(outcome(reason, 0, 1)).toEqual(['retry', 0]);
  expect(outcome('receiver_decline', 0, 1)).toEqual(['final', 0]);
});
