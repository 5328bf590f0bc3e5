// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Pagination } from './pagination.tsx';
import { click, find, findInput, press, render, type } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

const labels = {
  nav: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: 'Page',
  of: (pages: number) => `of ${pages}`,
};

function Host(props: { total: number }) {
  const [page, setPage] = useState(1);
  return (
    <>
      <Pagination labels={labels} onPage={setPage} page={page} pageSize={100} total={props.total} />
      <output>{page}</output>
    </>
  );
}

let page: Rendered;
afterEach(() => page.close());

const shown = () => find(page.place, 'output').textContent;
const input = () => findInput(page.place);

test('[WID-05] shown only if the total exceeds the page size; a typed page must lie between 1 and the page count', async () => {
  page = await render(<Host total={100} />);
  expect(page.place.querySelector('nav')).toBeNull();
  await page.again(<Host total={218} />);
  expect(page.place.textContent).toContain('of 3');
  await type(input(), '3');
  await press(input(), 'Enter');
  expect(shown()).toBe('3');
  for (const wrong of ['0', '4', '-1', '2x', '1.5', '', '99999']) {
    await type(input(), wrong);
    await press(input(), 'Enter');
    expect(shown()).toBe('3');
    expect(input().value).toBe('3');
  }
});

test('leaving the field goes to the typed page', async () => {
  page = await render(<Host total={218} />);
  await type(input(), '2');
  await act(async () => {
    input().focus();
    input().blur();
  });
  expect(shown()).toBe('2');
});

test('the arrows move by one and stop at the ends', async () => {
  page = await render(<Host total={150} />);
  const previous = () => find(page.place, 'button[aria-label=Previous]');
  const next = () => find(page.place, 'button[aria-label=Next]');
  expect(previous().getAttribute('aria-disabled')).toBe('true');
  await click(previous());
  expect(shown()).toBe('1');
  await click(next());
  expect(shown()).toBe('2');
  expect(next().getAttribute('aria-disabled')).toBe('true');
  await click(next());
  expect(shown()).toBe('2');
});
