// @vitest-environment jsdom
import { expect, it } from 'vitest';

import { ApiError } from '#web/kit/api-error.ts';
import { wordsOf } from './use-resend.ts';

it('a page of a proxy instead of an answer ends a resend like a server that could not be asked', () => {
  expect(wordsOf(new SyntaxError('Unexpected token <'))).toBe('');
  expect(wordsOf(new ApiError(412, 'VALIDATION', 'Not now.'))).toBe('Not now.');
});
