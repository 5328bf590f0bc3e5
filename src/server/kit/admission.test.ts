import { expect, it } from 'vitest';

import { Admission } from './admission.ts';

it('lets each in a few times and all together a few times more, and again when somebody has left', () => {
  const admission = new Admission<string>({ each: 2, all: 3 });
  const leave = admission.enter('a');
  admission.enter('a');
  expect(() => admission.enter('a')).toThrow('TOO_MANY_REQUESTS');
  admission.enter('b');
  expect(() => admission.enter('b')).toThrow('UNAVAILABLE');
  leave();
  leave();
  admission.enter('b');
  expect(() => admission.enter('a')).toThrow('UNAVAILABLE');
});
