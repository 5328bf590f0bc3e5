import { describe, expect, it } from 'vitest';

import { csvLines } from './csv-lines.ts';

const texts = (file: string) => csvLines(file).map((line) => line.text);

describe('lines of a CSV file', () => {
  it('[IMP-03] are split on CRLF, lose their trailing commas, and empty ones are dropped', () => {
    expect(texts('John,Acme,2125550142,,,\r\n\r\n,,,\r\n  \r\nAnn,Acme,3105550111\r\n')).toEqual([
      'John,Acme,2125550142',
      'Ann,Acme,3105550111',
    ]);
  });

  it.each(['\n', '\r', '\r\n'])('may end with %j', (end) => {
    expect(texts(['a,b,1', 'c,d,2', ''].join(end))).toEqual(['a,b,1', 'c,d,2']);
  });

  it('keep commas and quotes inside quotes, also at the end (spec decisions 5.4)', () => {
    const lines = ['"Doe, John","said ""hi""",2125550142', 'x,"a,"', 'y,"a,",,'];
    expect(texts(lines.join('\r\n'))).toEqual([lines[0], 'x,"a,"', 'y,"a,"']);
  });

  it('become commas where a program wrote semicolons or tabs', () => {
    expect(texts('Name;Company;Fax\r\n"Doe; John";Acme, Inc;2125550142;;\r\n')).toEqual([
      'Name,Company,Fax',
      'Doe; John,"Acme, Inc",2125550142',
    ]);
    expect(texts('Ann\tAcme "Paper"\t2125550142\n')).toEqual(['Ann,"Acme ""Paper""",2125550142']);
    expect(texts('sep=;\r\nAnn;Acme;1\r\n')).toEqual(['Ann,Acme,1']);
    expect(texts('"a;b",c,d\n')).toEqual(['"a;b",c,d']);
  });

  it('take line breaks inside a field as spaces, and know where each began', () => {
    const file = '\uFEFFName,Notes\r\n"Ann","first\r\nsecond\nthird"\r\n\r\nBob,x';
    expect(csvLines(file)).toEqual([
      { number: 1, text: 'Name,Notes' },
      { number: 2, text: 'Ann,first second third' },
      { number: 6, text: 'Bob,x' },
    ]);
  });

  it('a quote that is never closed costs its own line only', () => {
    expect(texts('Ann,"open,1\r\nBob,Acme,2\r\n')).toEqual(['Ann,"open,1', 'Bob,Acme,2']);
  });

  it('are none in an empty file, and one megabyte is read at once', () => {
    expect([texts(''), texts('\r\n\n,,\n')]).toEqual([[], []]);
    // A reader that scans back for every line would take longer than this test may.
    expect(texts('"a""b",c\n'.repeat(110_000))).toHaveLength(110_000);
    expect(texts('"'.repeat(1_000_000))).toHaveLength(1);
  });
});
