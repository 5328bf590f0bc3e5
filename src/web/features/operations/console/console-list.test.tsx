// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import { callsOf } from '#web/kit/false-server-for-test.tsx';
import type { MadeCall } from '#web/kit/false-server-for-test.tsx';
import { openPage, until } from '#web/kit/open-page-for-test.tsx';
import { find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { AuditPage } from './audit-page.tsx';
import { startConsole } from './console-for-test.ts';

const ROWS = Array.from({ length: CONSOLE_PAGE + 1 }, (_, i) => ({
  id: String(i),
  at: '2026-11-29T10:15:00.000Z',
  actor: 'system',
  uid: null,
  action: 'line.set',
  object: `line/trunk${i}`,
  detail: '{}',
  address: null,
}));
let shown: Rendered;
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

/** As the server does: one row more than the page says that there is another one, and more is not counted. */
const answer = ({ query }: MadeCall) => {
  const offset = (Number(query.get('current-page')) - 1) * CONSOLE_PAGE;
  const found = ROWS.slice(offset, offset + CONSOLE_PAGE + 1);
  return { rows: found.slice(0, CONSOLE_PAGE), total: offset + found.length, names: {} };
};
const rows = () => shown.place.querySelectorAll('tbody tr').length;

it.each([
  [3, 2, 1, ['3', '2']],
  [900_000, undefined, CONSOLE_PAGE, ['900000', '899999', '1']],
])('page %i of a list of two pages gives way to one that has something', async (page, to, length, asked) => {
  await startConsole({ 'GET audit': answer });
  const history = createMemoryHistory({ initialEntries: [`/?page=${page}`] });
  shown = await openPage(<AuditPage />, history);
  await until(() => expect(rows()).toBe(length));
  expect(new URLSearchParams(history.location.search).get('page')).toBe(to === undefined ? null : String(to));
  expect(history.length).toBe(1);
  expect(callsOf('GET', 'audit').map(({ query }) => query.get('current-page'))).toEqual(asked);
  expect(find(shown.place, '.pg')).toBeTruthy();
});
