import { describe, expect, it } from 'vitest';
import { textOf } from '#web/kit/file-text.ts';
import { fileFault, readContactFile } from './contact-file.ts';

const TEXT = 'Zoë,Müller & Söhne,2125550142';

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const chars = `${mark ? '\uFEFF' : ''}${text}`;
  const view = new DataView(new ArrayBuffer(chars.length * 2));
  for (let i = 0; i < chars.length; i++) view.setUint16(i * 2, chars.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
}

function bytesOf(text: string, codes: Record<string, number>): Uint8Array {
  return Uint8Array.from(text, (char) => codes[char] ?? char.charCodeAt(0));
}

describe('a file of contacts', () => {
  it('[IMP-02] is a CSV file by its name, of at most 1048576 bytes', () => {
    expect(fileFault({ name: 'a.csv', size: 1_048_576 })).toBeNull();
    expect(fileFault({ name: 'A.CSV', size: 0 })).toBeNull();
    expect(fileFault({ name: 'a.csv', size: 1_048_577 })).toBe('size');
    for (const name of ['a.txt', 'csv', 'a.csv.exe', 'a.xlsx', 'acsv'])
      expect(fileFault({ name, size: 1 })).toBe('type');
  });

  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['UTF-16 little endian with a mark (Excel «Unicode text»)', utf16(TEXT, true, true)],
    ['UTF-16 big endian with a mark', utf16(TEXT, false, true)],
    ['UTF-16 little endian', utf16(TEXT, true, false)],
    ['UTF-16 big endian', utf16(TEXT, false, false)],
    ['windows-1252 (Excel on Windows)', bytesOf(TEXT, {})],
  ])('is read in %s', (_, bytes) => expect(textOf(bytes)).toBe(TEXT));

  it('is read in the encoding of old Macs where lines end with CR alone', () => {
    const mac = bytesOf(`${TEXT}\rb,c,1`, { ë: 0x91, ü: 0x9f, ö: 0x9a });
    expect(textOf(mac)).toBe(`${TEXT}\rb,c,1`);
  });

  it('is read into its lines', async () => {
    const file = new File(
      [utf16(`Name;Fax\r\n${TEXT.replaceAll(',', ';')}\r\n`, true, true) as BlobPart],
      'a.csv',
    );
    expect(await readContactFile(file)).toEqual({
      name: 'a.csv',
      kind: 'csv',
      size: file.size,
      lines: [
        { number: 1, text: 'Name,Fax' },
        { number: 2, text: TEXT },
      ],
    });
  });

  it('whatever its bytes are, reading it ends', () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 197 + (i >> 3)) % 256);
    expect(textOf(noise).length).toBeGreaterThan(0);
    expect(textOf(new Uint8Array())).toBe('');
  });
});
