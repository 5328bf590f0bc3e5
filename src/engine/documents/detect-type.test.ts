import { describe, expect, test } from 'vitest';
import { detectType, extensionOf } from './detect-type.ts';
import { makePdf } from './fixtures/make-pdf.ts';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from([value]))),
  );
const ELF = bytes(0x7f, 'ELF', 2, 1, 1, 0);
const ZIP = bytes('PK', 3, 4, 20, 0, 0, 0);
const PNG = bytes(0x89, 'PNG\r\n', 0x1a, '\n');
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0);

describe('type by content and extension together (the engine part of A-UPLOAD-02)', () => {
  test.each([
    ['page.pdf', makePdf(), 'pdf'],
    ['SCAN.PDF', makePdf(), 'pdf'],
    ['late.pdf', bytes('junk before\n', '%PDF-1.7'), 'pdf'],
    ['a.png', PNG, 'png'],
    ['a.jpg', JPEG, 'jpeg'],
    ['a.jpeg', JPEG, 'jpeg'],
    ['a.tif', bytes('II*', 0), 'tiff'],
    ['a.tiff', bytes('MM', 0, '*'), 'tiff'],
    ['misnamed.png', JPEG, 'jpeg'],
    ['note.txt', bytes('plain text\n'), 'text'],
    ['page.txt', bytes('This line bypasses\n<?php system($_GET[0]); ?>'), 'text'],
    ['page.txt', bytes('<html><script>alert(1)</script></html>'), 'text'],
    ['utf16.txt', Buffer.from('\ufeffwide', 'utf16le'), 'text'],
    ['driver.ps', bytes('\u001b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE = POSTSCRIPT\r\n%!PS-Adobe'), 'ps'],
    ['short.ps', bytes('\u001b%-12345X%!PS'), 'ps'],
    ['utf16.txt', Buffer.from('wide without mark', 'utf16le'), 'text'],
  ])('%s is converted as %3$s', (name, head, type) => {
    expect(detectType(head, name)).toMatchObject({ kind: 'known', type });
  });

  test.each([
    ['program.pdf', ELF],
    ['archive.pdf', ZIP],
    ['shell.pdf', bytes('<?php echo 1; ?>')],
    ['shell-first.pdf', bytes('<?php echo 1; ?>\n%PDF-1.4')],
    ['zip-first.pdf', Buffer.concat([ZIP, makePdf()])],
    ['page.pdf', bytes('<html></html>')],
    ['far.pdf', bytes(' '.repeat(1100), '%PDF-1.4')],
    ['program.txt', ELF],
    ['archive.txt', ZIP],
    ['page.txt', makePdf()],
    ['postscript.txt', bytes('%!PS-Adobe')],
    ['pcl.ps', bytes('\u001b%-12345X@PJL ENTER LANGUAGE = PCL\n\u001bE%!PS')],
    ['endless.ps', bytes('\u001b%-12345X', '@PJL COMMENT\n'.repeat(400), '%!PS')],
    ['nul.txt', bytes('text', 0, 'more')],
    ['picture.png', bytes('<svg/>')],
    ['empty.txt', bytes()],
    ['empty.pdf', bytes()],
  ])('%s with other content is a mismatch', (name, head) => {
    expect(detectType(head, name).kind).toBe('mismatch');
  });

  test.each([
    'run.exe',
    'a.php',
    'x.svg',
    'y.html',
    'z.docm',
    'page.pdf.exe',
    'noext',
    'a.constructor',
    '.pdf/x',
    '',
  ])('%s is not supported', (name) => {
    expect(detectType(makePdf(), name).kind).toBe('unsupported');
  });

  test('the extension is that of the last path segment', () => {
    expect(extensionOf('C:\\x.pdf\\scan.TIF')).toBe('tif');
    expect(extensionOf('a.b/c')).toBe('');
  });
});
