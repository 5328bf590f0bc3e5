// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#web/kit/query-client.ts';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { AccountsPage } from './accounts/accounts-page.tsx';
import { server } from '#web/kit/false-server-for-test.tsx';
import { openPage } from '#web/kit/open-page-for-test.tsx';
import { ACCOUNT, listOf, reset } from './multifax-for-test.tsx';
import { UsagePage } from './usage/usage-page.tsx';

let page: Rendered;
afterEach(() => page.close());

/** Returns the cached data of all queries below a key. */
const kept = (...key: string[]) =>
  queryClient.getQueriesData<Record<string, unknown>>({ queryKey: key }).map(([, data]) => data);

test('[MFA-40] the list keeps accountList, totalUsed and total; usage keeps accountList, total and details', async () => {
  reset();
  server['GET MultifaxAccountInfo.json'] = listOf([ACCOUNT]);
  page = await openPage(<AccountsPage />);
  expect(kept('multifax', 'accounts', 'list')).toEqual([
    expect.objectContaining({ accountList: [ACCOUNT], totalUsed: 1, total: 10 }),
  ]);
  await page.close();
  const used = {
    uid: '601',
    faxnumber: '2125550101',
    email: 'ops@example.com',
    total: 3,
    sent: 1,
    received: 2,
  };
  server['GET FaxUsage.json'] = { accountList: [used], total: 1, details: [], through: null, pages: 3 };
  server['GET usageDays'] = { days: [], through: null };
  page = await openPage(<UsagePage />);
  expect(kept('multifax', 'usage')).toEqual([
    expect.objectContaining({ accountList: [used], total: 1, details: [] }),
  ]);
});
