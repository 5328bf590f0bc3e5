import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { makeXlsx, textCell } from '../fixtures/make-office.ts';
import { makeOle } from '../fixtures/make-ole.ts';
import { canRead, readWords } from '../fixtures/read-fax.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import { missingForOffice } from './office-command.ts';

const fixture = async (name: string) => {
  const bytes = await readFile(new URL(`../fixtures/${name}`, import.meta.url));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

test('where LibreOffice is missing, its types are refused up front and named', async () => {
  const { types } = await tests.engine.status();
  const missing = missingForOffice();
  for (const extension of ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'emf', 'wmf']) {
    const status = types.find((type) => type.extension === extension);
    expect(status).toEqual({
      extension,
      ok: missing === undefined,
      ...(missing === undefined ? {} : { reason: missing }),
    });
  }
});

describe.runIf(canRead && missingForOffice() === undefined)('office documents become fax pages', () => {
  test('a misnamed document is converted as what it is', async () => {
    expect(await tests.convert('table.doc', await fixture('sample.xlsx'))).toMatchObject({ kind: 'ok' });
    expect(await tests.convert('table.pptx', await fixture('sample.xls'))).toMatchObject({ kind: 'ok' });
  });

  test('a password is told apart from damage', async () => {
    const file = 'a.doc';
    expect(await tests.convert(file, await fixture('password.doc'))).toEqual({
      kind: 'refused',
      reason: 'DOCUMENT_PROTECTED',
      file,
    });
    for (const name of ['b.docx', 'b.xlsx', 'b.pptx'])
      expect(await tests.convert(name, makeOle(['EncryptedPackage']))).toMatchObject({
        reason: 'DOCUMENT_PROTECTED',
      });
    const whole = await fixture('sample.docx');
    const broken = Buffer.from(whole);
    broken.fill(0x55, 300, 1200);
    expect(await tests.convert('b.docx', broken)).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_DAMAGED',
    });
  });

  test('a sheet without end stops at the page limit', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => {
      return `<row r="${row + 1}">${textCell(`A${row + 1}`, `row ${row}`)}</row>`;
    });
    expect(await tests.convert('a.xlsx', makeXlsx(rows.join('')))).toEqual({
      kind: 'refused',
      reason: 'TOO_MANY_PAGES',
      file: 'a.xlsx',
    });
  });

  test('LibreOffice has half of the time that the installation gives a document', async () => {
    const hasty = await openTestEngine({ wallMs: 20 });
    try {
      expect(await hasty.convert('a.docx', await fixture('sample.docx'))).toMatchObject({
        kind: 'refused',
        reason: 'TIME_LIMIT',
      });
      expect(hasty.refusals).toEqual(['wall clock of LibreOffice']);
    } finally {
      await hasty.close();
    }
  });

  test('joins office pages with others in order', async () => {
    const outcome = await tests.engine.toFaxPages([
      { name: '1.txt', bytes: Buffer.from('one') },
      { name: '2.docx', bytes: await fixture('sample.docx') },
      { name: '3.xls', bytes: await fixture('sample.xls') },
    ]);
    expect(outcome).toMatchObject({ kind: 'ok', pages: 3 });
    expect(await readWords(tiffOf(outcome), 1)).toContain('4711');
  });
});
