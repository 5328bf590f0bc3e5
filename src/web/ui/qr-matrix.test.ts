import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';

import { qrMatrix } from './qr-matrix.ts';

/** Every size was read back by the program zbarimg when these were noted. */
const fingerprint = (text: string) => {
  const rows = (qrMatrix(text) ?? []).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
  return createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16);
};
const URI =
  'otpauth://totp/Fax-to-Email:2125550100?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Fax-to-Email';

it('draws the smallest code that holds a text, as a reader read it', () => {
  expect(qrMatrix('x'.repeat(14))).toHaveLength(21);
  expect(qrMatrix('x'.repeat(15))).toHaveLength(25);
  expect(qrMatrix(URI)).toHaveLength(41);
  expect(qrMatrix('x'.repeat(362))).toHaveLength(73);
  expect([
    fingerprint('x'.repeat(14)),
    fingerprint(URI),
    fingerprint(URI.repeat(3)),
    fingerprint('x'.repeat(362)),
  ]).toEqual(['ca4e5f8669011ed0', '8940ab46bd4f7618', 'ad8cb9ef105af79d', '521700893d7601b5']);
});

it('has its three finders, and no code for what is too long', () => {
  const matrix = qrMatrix(URI) ?? [];
  const last = matrix.length - 1;
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const square = (row: number, column: number) =>
    matrix.slice(row, row + 7).map((line) =>
      line
        .slice(column, column + 7)
        .map(Number)
        .join(''),
    );
  expect([square(0, 0), square(0, last - 6), square(last - 6, 0)]).toEqual([finder, finder, finder]);
  expect(qrMatrix('x'.repeat(363))).toBeNull();
});
