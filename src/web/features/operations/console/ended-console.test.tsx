// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { operatorSession } from '#contract/identity/operators.admin.ts';
import { openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { confirm } from '#web/ui/confirm.tsx';

import { callOperator } from './call-operator.ts';
import { startConsole } from './console-for-test.ts';
import './console-query.ts';

it('a question that is open when the session of an operator ends is not asked of the next one', async () => {
  await startConsole({ 'GET session': { status: 401, json: { error: 'AUTH_REQUIRED' } } });
  const shown = await openPage(<p>Console</p>);
  let answer: Promise<boolean> | undefined;
  await act(async () => {
    answer = confirm({ title: 'Erase the account?', confirmLabel: 'Erase' });
  });
  expect(document.querySelector('[role=alertdialog]')).not.toBeNull();
  await act(async () => await callOperator(operatorSession).catch(() => undefined));
  await settle();
  expect([await answer, document.querySelector('[role=alertdialog]')]).toEqual([false, null]);
  await shown.close();
});
