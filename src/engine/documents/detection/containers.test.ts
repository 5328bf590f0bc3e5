import { describe, expect, test } from 'vitest';

import { processorMs } from '#test/processor-time.ts';

import { detectType } from '../detect-type.ts';
import { makeDocx, makeXlsx, paragraph } from '../fixtures/make-office.ts';
import { makeOle } from '../fixtures/make-ole.ts';
import { makeZip } from '../fixtures/make-zip.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const types = (type: string) => ({ name: '[Content_Types].xml', content: `<Types>${type}</Types>` });

describe('office documents are known by what is inside', () => {
  test.each([
    ['a.doc', makeOle(['\x01CompObj', 'WordDocument', '1Table']), 'doc'],
    ['a.xls', makeOle(['Workbook']), 'xls'],
    ['old.xls', makeOle(['Book']), 'xls'],
    ['a.ppt', makeOle(['Current User', 'PowerPoint Document']), 'ppt'],
    ['misnamed.doc', makeOle(['Workbook']), 'xls'],
    ['a.docx', makeDocx(paragraph('x')), 'docx'],
    ['a.xlsx', makeXlsx(''), 'xlsx'],
    ['misnamed.ppt', makeXlsx(''), 'xlsx'],
    ['a.doc', Buffer.from('{\\rtf1 x}'), 'rtf'],
    ['a.emf', Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.alloc(36), Buffer.from(' EMF')]), 'emf'],
    ['a.wmf', Buffer.from([0xd7, 0xcd, 0xc6, 0x9a]), 'wmf'],
    ['a.ps', Buffer.from('%!PS-Adobe-3.0'), 'ps'],
    ['driver.ps', Buffer.from('\x04%!PS-Adobe-3.0'), 'ps'],
    ['a.jp2', Buffer.from('0000000c6a5020200d0a870a', 'hex'), 'jp2'],
  ])('%s is %3$s', (name, bytes, type) => {
    expect(detectType(bytes, name)).toMatchObject({ kind: 'known', type });
  });

  test.each([
    ['a.docx', makeOle(['EncryptionInfo', 'EncryptedPackage'])],
    ['a.ppt', makeOle(['PowerPoint Document', 'EncryptedSummary'])],
  ])('%s under a password is told before any program starts', (name, bytes) => {
    expect(detectType(bytes, name)).toMatchObject({ kind: 'refused', reason: 'DOCUMENT_PROTECTED' });
  });

  test.each([
    ['a.doc', makeOle(['Something else'])],
    ['a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a.docx', makeZip([{ name: 'readme.txt', content: 'x' }])],
    ['macros.docx', makeZip([types('application/vnd.ms-word.document.macroEnabled.main+xml')])],
    ['a.docx', makeDocx(paragraph('x')).subarray(0, 400)],
    ['a.doc', Buffer.from('<html></html>')],
    ['a.ps', Buffer.from('no PostScript')],
    ['a.txt', Buffer.from('%!PS')],
    ['a.bmp', Buffer.from('BM but no bitmap')],
  ])('%s with something else in it is a mismatch', (name, bytes) => {
    expect(detectType(bytes, name).kind).toBe('mismatch');
  });

  test('loops and lies in a compound file end', () => {
    const file = makeOle(['WordDocument', 'Data', 'More', 'Even more']);
    for (let at = 24; at < file.length; at += 4) {
      const bad = Buffer.from(file);
      bad.writeUInt32LE(1, at);
      expect(['known', 'mismatch']).toContain(detectType(bad, 'a.doc').kind);
    }
  });
});

describe('archives that are bombs', () => {
  test('[A-CONV-08] are refused by their directory, at once, before any program sees them', () => {
    const main = types(MAIN);
    const nested = makeZip([
      { name: 'inner.zip', content: makeZip([{ name: 'x', content: Buffer.alloc(1e6) }]) },
    ]);
    const bombs = [
      makeZip([main, { name: 'word/document.xml', content: Buffer.alloc(40_000_000) }]),
      makeZip([main, { name: 'word/document.xml', content: 'x', claims: 1024 ** 3 }]),
      makeZip([main, { name: 'word/document.xml', content: 'x', claims: 0xffffffff }]),
      makeZip([main, ...Array.from({ length: 100_000 }, (_, part) => ({ name: `${part}`, content: '' }))]),
    ];
    const taken = processorMs(() => {
      for (const bomb of bombs) {
        expect(detectType(bomb, 'bomb.docx')).toMatchObject({
          kind: 'refused',
          reason: 'DOCUMENT_TOO_LARGE',
        });
      }
    });
    expect(taken).toBeLessThan(2000);
    // An archive of archives is not a document.
    expect(detectType(nested, 'nested.docx').kind).toBe('mismatch');
    const list = types(`${MAIN}${' '.repeat(5_000_000)}`);
    expect(detectType(makeZip([list]), 'list.docx').kind).toBe('mismatch');
  });
});
