// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import { callsOf } from '#web/kit/false-server-for-test.tsx';
import { openPage, until } from '#web/kit/open-page-for-test.tsx';
import { find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { startConsole } from './console-for-test.ts';
import { UnroutedPage } from './unrouted-page.tsx';

let shown: Rendered;
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('unassigned faxes are shown a page at a time, with their total', async () => {
  const row = {
    id: '7',
    at: '2026-11-29T10:15:00.000Z',
    line: 'fax1',
    caller: '3105550111',
    called: '2125559301',
    stationId: '',
    reason: 'NUMBER_UNKNOWN',
  };
  await startConsole({ 'GET unrouted': { rows: [row], total: CONSOLE_PAGE + 1 } });
  const history = createMemoryHistory({ initialEntries: ['/?page=2'] });
  shown = await openPage(<UnroutedPage />, history);
  await until(() => expect(shown.place.querySelectorAll('tbody tr')).toHaveLength(1));
  expect(find(shown.place, '.pg').textContent).toContain('of 2');
  const [{ query } = { query: new URLSearchParams() }] = callsOf('GET', 'unrouted');
  expect([query.get('current-page'), query.get('per-page')]).toEqual(['2', String(CONSOLE_PAGE)]);
});
