// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import { useLastPage } from './use-last-page.ts';

const go = vi.fn<(page: number) => void>();

function List(props: { list: Parameters<typeof useLastPage>[0]; page: number }) {
  useLastPage(props.list, { page: props.page, pageSize: 10, go });
  return null;
}

test.each([
  ['an emptied page leads to the last one', { rows: 0, total: 11 }, 3, [[2]]],
  ['an empty list leads to its first page', { rows: 0, total: 0 }, 2, [[1]]],
  ['a page with rows stays', { rows: 4, total: 0 }, 2, []],
  ['the first page stays', { rows: 0, total: 0 }, 1, []],
  ['a page within the list stays', { rows: 0, total: 11 }, 2, []],
  ['nothing is done while the list is unknown', undefined, 9, []],
])('%s', async (_name, list, page, expected) => {
  go.mockClear();
  const { close } = await render(<List list={list} page={page} />);
  expect(go.mock.calls).toEqual(expected);
  await close();
});
