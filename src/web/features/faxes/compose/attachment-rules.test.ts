import { describe, expect, test } from 'vitest';
import { EXTENSIONS } from '#contract/faxes/compose.ts';
import { UPLOAD_LIMITS } from '#contract/faxes/send-limits.ts';
import { judgeFiles, sendable } from './attachment-rules.ts';

/** A file that only claims a size, because the rules read nothing else. */
function file(name: string, size = 1000): File {
  return Object.defineProperty(new File(['x'], name), 'size', { value: size });
}

const faults = (files: File[]) => judgeFiles([], files, UPLOAD_LIMITS).map(({ fault }) => fault);

describe('which files are sent', () => {
  test('[COMP-31] every allowed type, in any case', () => {
    const names = EXTENSIONS.flatMap((extension) => [`a.${extension}`, `a.${extension.toUpperCase()}`]);
    expect(names).toHaveLength(36);
    expect(new Set(names.flatMap((name) => faults([file(name)])))).toEqual(new Set([null]));
  });

  test.each(['a.exe', 'a.dwg', 'a.pdf.exe', 'noending', 'a.'])('%s is no type that can be faxed', (name) => {
    expect(faults([file(name)])).toEqual(['type']);
  });

  test('[A-UPLOAD-07] a name is shown without what turns the direction of reading', () => {
    const names = ['invoice\u202Efdp.exe.pdf', 'a\u2066b\u200F.pdf', 'Rechnung Müller.pdf'];
    expect(
      judgeFiles(
        [],
        names.map((name) => file(name)),
        UPLOAD_LIMITS,
      ).map(({ name }) => name),
    ).toEqual(['invoicefdp.exe.pdf', 'ab.pdf', 'Rechnung Müller.pdf']);
  });

  test('exactly the limit goes, one byte more does not, and an empty file does not', () => {
    expect(faults([file('a.pdf', UPLOAD_LIMITS.fileBytes)])).toEqual([null]);
    expect(faults([file('a.pdf', UPLOAD_LIMITS.fileBytes + 1)])).toEqual(['size']);
    expect(faults([file('a.pdf', 0)])).toEqual(['empty']);
  });

  test('no more than twenty files and 50 MB in all; rejected ones take no room', () => {
    const known = judgeFiles(
      [],
      Array.from({ length: UPLOAD_LIMITS.files }, (_, i) => file(`${i}.${i === 0 ? 'exe' : 'pdf'}`)),
      UPLOAD_LIMITS,
    );
    expect(sendable(known)).toHaveLength(UPLOAD_LIMITS.files - 1);
    expect(
      judgeFiles(known, [file('a.pdf'), file('b.pdf')], UPLOAD_LIMITS).map(({ fault }) => fault),
    ).toEqual([null, 'count']);
    expect(faults(Array.from({ length: 6 }, (_, i) => file(`${i}.pdf`, UPLOAD_LIMITS.fileBytes)))).toEqual([
      null,
      null,
      null,
      null,
      null,
      'total',
    ]);
  });
});
