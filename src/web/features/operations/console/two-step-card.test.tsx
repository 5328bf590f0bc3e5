// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { callsOf } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { find, findInput, type } from '#web/ui/render-for-test.tsx';

import { startConsole } from './console-for-test.ts';
import { TwoStepCard } from './two-step-card.tsx';

it('takes no second press while the first is under way: every wrong password counts as a guess', async () => {
  const held = Promise.withResolvers<unknown>();
  await startConsole({ 'POST second-step': () => held.promise });
  const shown = await openPage(<TwoStepCard left={0} on={false} />);
  await type(findInput(shown.place), 'right-horse');
  await act(async () => button('Turn on').click());
  await act(async () => find(shown.place, '[type=submit]').click());
  const name = callsOf('POST', 'second-step');
  held.resolve({ success: true, data: { secret: 'S', uri: 'otpauth://totp/x' } });
  await settle();
  expect(name).toHaveLength(1);
  await shown.close();
});
