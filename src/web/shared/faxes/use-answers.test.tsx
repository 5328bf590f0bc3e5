// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { clearGrowl, growlStore } from '#web/ui/growl-store.ts';
import { render } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';
import { useAnswers } from './use-answers.ts';
import type { Answers } from './use-answers.ts';

vi.mock('./block-sender.ts', () => {
  throw new TypeError('The network is away.');
});
vi.mock('./compose-start.ts', () => ({ useStartFax: () => () => undefined }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
vi.stubGlobal('fetch', async () => Response.json(english));
await startI18n();
afterEach(clearGrowl);

function Host(props: { take: (now: Answers) => void }) {
  props.take(useAnswers());
  return null;
}

test.each([
  ['blocking', async ({ block }: Answers) => await block({ fax_from: '2125550142' } as FaxRow)],
  ['unblocking', async ({ unblock }: Answers) => await unblock(['2125550142'])],
])('says so if the code for %s can’t be loaded', async (_what, act) => {
  let answers: Answers | undefined;
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Host take={(now) => (answers = now)} />
    </QueryClientProvider>,
  );
  if (answers !== undefined) await act(answers);
  expect(growlStore.get()).toMatchObject({ kind: 'error', text: 'The service can’t be reached. Try again.' });
  await page.close();
});
