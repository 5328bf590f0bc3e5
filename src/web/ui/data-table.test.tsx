// @vitest-environment jsdom
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column, Sort } from './data-table.tsx';
import { click, find, findInput, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

interface Row {
  id: string;
}
const ROWS: readonly Row[] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const drawn = vi.fn<(id: string) => void>();
const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'id',
    head: 'Id',
    sortable: true,
    cell: (row) => {
      drawn(row.id);
      return row.id;
    },
  },
];

function Host() {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<Sort>({ key: 'id', order: 'asc' });
  return (
    <>
      <DataTable
        columns={COLUMNS}
        label="Rows"
        onSort={setSort}
        rowKey={(row) => row.id}
        rows={ROWS}
        selection={{ selected, onChange, allLabel: 'All', rowLabel: (key) => `Row ${key}` }}
        sort={sort}
      />
      <output>{[...selected].join('')}</output>
    </>
  );
}

let page: Rendered;
afterEach(() => page.close());
const box = (name: string) => findInput(page.place, `input[aria-label="${name}"]`);

test('checking one row after another keeps both, although rows are memoised', async () => {
  page = await render(<Host />);
  drawn.mockClear();
  await click(box('Row a'));
  expect(drawn.mock.calls).toEqual([['a']]);
  await click(box('Row b'));
  expect(find(page.place, 'output').textContent).toBe('ab');
  expect(box('All').indeterminate).toBe(true);
});

test('the box in the head selects all, then none', async () => {
  page = await render(<Host />);
  await click(box('All'));
  expect(find(page.place, 'output').textContent).toBe('abc');
  expect(box('All').checked).toBe(true);
  await click(box('All'));
  expect(find(page.place, 'output').textContent).toBe('');
});

test('a sortable head says its order and turns it round', async () => {
  page = await render(<Host />);
  const head = () => find(page.place, 'th[aria-sort]');
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  await click(find(head(), 'button'));
  expect(head().getAttribute('aria-sort')).toBe('descending');
});

test('a click on a row opens it, one on its controls or in a dialog that a cell has opened does not', async () => {
  const opened = vi.fn<(row: Row) => void>();
  const columns: readonly Column<Row>[] = [
    {
      key: 'id',
      head: 'Id',
      cell: ({ id }) => (
        <>
          <button type="button">Do</button>
          {createPortal(<p data-dialog={id}>Dialog</p>, document.body)}
        </>
      ),
    },
  ];
  page = await render(
    <DataTable columns={columns} label="Rows" onOpen={opened} rowKey={(row) => row.id} rows={ROWS} />,
  );
  await click(find(document.body, '[data-dialog=b]'));
  await click(find(page.place, 'tbody tr:nth-child(2) button'));
  expect(opened).not.toHaveBeenCalled();
  await click(find(page.place, 'tbody tr:nth-child(2) td'));
  expect(opened).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
});
