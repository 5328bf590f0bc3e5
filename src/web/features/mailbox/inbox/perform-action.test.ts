// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { refreshFaxes } from '#web/shared/faxes/use-resend.ts';
import { eventually } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { perform } from './perform-action.ts';

startFalseServer({ 'PUT FaxArchive.json': { success: true, data: { changed: ['1'] } } });

test.each([
  ['reading a fax', (client: QueryClient) => perform(client, 'view', 'Inbox', [faxRowForTest('1')])()],
  ['sending a fax again', async (client: QueryClient) => refreshFaxes(client)],
])('%s has the count and the list of all inboxes asked for again', async (_what, act) => {
  resetServer();
  const client = new QueryClient();
  const asked = vi.fn<(key: string) => Promise<string>>(async (key) => key);
  const ends = ['own-accounts', 'all-inboxes'].map((key) =>
    new QueryObserver(client, { queryKey: [key], queryFn: () => asked(key) }).subscribe(() => undefined),
  );
  await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  await act(client);
  await eventually(() => expect(asked.mock.calls.slice(2).flat()).toEqual(['own-accounts', 'all-inboxes']));
  for (const end of ends) end();
});
