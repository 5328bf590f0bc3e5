// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { pickedFiles } from './picked-files.ts';

it('returns the picked files and empties the input, so that the same file can be picked again', () => {
  const file = new File(['a'], 'a.pdf');
  const input = Object.assign(document.createElement('input'), { type: 'file' });
  Object.defineProperty(input, 'files', { value: [file] });
  const emptied = vi.spyOn(input, 'value', 'set');
  expect(pickedFiles({ target: input })).toEqual([file]);
  expect(emptied.mock.calls).toEqual([['']]);
});
