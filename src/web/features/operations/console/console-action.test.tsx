// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { operatorAccountAct } from '#contract/customers/accounts.admin.ts';
import { operatorSession } from '#contract/identity/operators.admin.ts';
import { callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, push, said } from '#web/kit/open-page-for-test.tsx';

import { startConsole } from './console-for-test.ts';
import { consoleClient, useAction, useConsole } from './console-query.ts';

function Acts() {
  const act = useAction();
  useConsole(operatorSession);
  const press = (verb: 'suspend' | 'resume') => () =>
    void act(operatorAccountAct, { id: 7, verb }, { done: `${verb}: done` });
  return (
    <>
      <button onClick={press('suspend')} type="button">
        Suspend
      </button>
      <button onClick={press('resume')} type="button">
        Resume
      </button>
    </>
  );
}

it('a second act is done although what is shown still loads after the first; the same one twice is one', async () => {
  await startConsole({ 'GET session': {} });
  const shown = await openPage(
    <QueryClientProvider client={consoleClient}>
      <Acts />
    </QueryClientProvider>,
  );
  const { promise, resolve } = Promise.withResolvers<object>();
  server['GET session'] = () => promise;
  await push('Suspend');
  await push('Suspend');
  expect(said()).toContain('suspend: done');
  await push('Resume');
  expect(said()).toContain('resume: done');
  expect(callsOf('POST', 'account').map(({ body }) => body?.['verb'])).toEqual(['suspend', 'resume']);
  resolve({});
  await shown.close();
});
