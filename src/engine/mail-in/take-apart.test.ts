import PostalMime from 'postal-mime';
import { expect, it, vi } from 'vitest';

import { parseMail } from './parse-mail.ts';
import { parseReport } from './parse-report.ts';

const nested = Buffer.from(
  [
    'From: ada@customer.test',
    'Content-Type: multipart/mixed; boundary="b0"',
    '',
    ...Array.from(
      { length: 40 },
      (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary="b${i + 1}"\r\n`,
    ),
  ].join('\r\n'),
);
const headers = Buffer.from(`From: ada@customer.test\r\nX: ${'x'.repeat(300_000)}\r\n\r\ntext`);

it.each([
  ['more nested', nested],
  ['of longer headers', headers],
])('a mail %s than people’s are is malformed, and no report', async (_, raw) => {
  expect(await parseMail(raw)).toEqual({ kind: 'final', reason: 'malformed' });
  expect(await parseReport(raw)).toBeNull();
});

it('a mistake of ours, or of the library, refuses no mail for good and loses no report', async () => {
  const mistake = new TypeError('undefined is not a function');
  const parse = vi.spyOn(PostalMime, 'parse').mockRejectedValue(mistake);
  const raw = Buffer.from('From: ada@customer.test\r\n\r\ntext');
  await expect(parseMail(raw)).rejects.toBe(mistake);
  await expect(parseReport(raw)).rejects.toBe(mistake);
  parse.mockRestore();
});
