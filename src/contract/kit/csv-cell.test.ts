import { expect, it } from 'vitest';

import { csvCell } from './csv-cell.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['\t=1', "'\t=1"],
  ['=a,"b"', `"'=a,""b"""`],
  ['Dr. Lee', 'Dr. Lee'],
  ['a=b', 'a=b'],
])('%j is no formula in a spreadsheet', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
