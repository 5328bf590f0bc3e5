import { expect, test } from 'vitest';
import { ApiError } from '#web/kit/api-error.ts';
import { failureOf, isValid } from './login-rules.ts';

test.each([
  ['', '', false],
  ['2125550100', '', false],
  ['', 'secret', false],
  ['212555010a', 'secret', false],
  ['21255501000', 'secret', false],
  ['2125550100', 'x'.repeat(33), false],
  ['2125550100', 'x'.repeat(32), true],
  ['1', 'x', true],
])('number %j with password %j may be sent: %s', (username, password, valid) => {
  expect(isValid({ username, password }, 32)).toBe(valid);
});

test('[LOGIN-14] 412, or a server message about an incorrect fax number or password, is the fixed sentence', () => {
  expect(failureOf(new ApiError(412, 'BAD_CREDENTIALS'))).toEqual({ kind: 'incorrect' });
  expect(failureOf(new ApiError(400, 'X', 'Incorrect fax number or password'))).toEqual({
    kind: 'incorrect',
  });
  expect(failureOf(new ApiError(400, 'X', 'Incorect fax number/password.'))).toEqual({ kind: 'incorrect' });
});

test('403 and 429 show the words of the server; everything else that nothing answers', () => {
  expect(failureOf(new ApiError(429, 'TOO_MANY_ATTEMPTS', 'Try again in 15 minutes.'))).toEqual({
    kind: 'message',
    text: 'Try again in 15 minutes.',
  });
  expect(failureOf(new ApiError(403, 'SIGN_ON_REQUIRED', 'Log in with Clinic.'))).toEqual({
    kind: 'message',
    text: 'Log in with Clinic.',
  });
  for (const error of [new ApiError(500, 'INTERNAL', 'words'), new ApiError(0, 'NETWORK'), new Error('bug')])
    expect(failureOf(error)).toEqual({ kind: 'unreachable' });
});
