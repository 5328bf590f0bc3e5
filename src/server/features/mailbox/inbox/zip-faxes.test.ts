import { describe, expect, it } from 'vitest';

import { provenAccount } from '#server/kit/scope.ts';

import type { StoredFax } from './fax-documents.store.ts';
import type { PageFiles } from './page-files.ts';
import { zipFaxes } from './zip-faxes.ts';

const MEBIBYTE = 1024 * 1024;

function faxes(n: number): StoredFax[] {
  return Array.from({ length: n }, (_, i) => ({
    account: provenAccount(1),
    has_text: false,
    id: i + 1,
    path_key: '',
    fax_at: new Date('2026-11-21T00:04:01Z'),
    other_number: '2125550142',
    rotation: 0,
    page_turns: [],
    pages: 1,
    document_id: 1,
    storage_key: '',
    tiff_key: '',
    document_pages: 1,
    original_key: null,
    document_bytes: 2 * MEBIBYTE,
    zone: 'UTC',
  }));
}

/** Creates files without a source and counts what it created. */
function maker(broken?: number): { files: PageFiles; made: () => number } {
  let made = 0;
  const files = {
    export: async ({ id }: StoredFax) => {
      if (id === broken) return null;
      made += 2 * MEBIBYTE;
      return await Promise.resolve(new Uint8Array(2 * MEBIBYTE));
    },
  } as unknown as PageFiles;
  return { files, made: () => made };
}

describe('a zip of many faxes', () => {
  it('[A-TENANT-06] makes each file when its turn comes: a slow reader keeps one or two in memory, not a hundred', async () => {
    const { files, made } = maker();
    let read = 0;
    let ahead = 0;
    for await (const chunk of zipFaxes(faxes(100), 'pdf', files)) {
      read += (chunk as Buffer).byteLength;
      ahead = Math.max(ahead, made() - read);
      await new Promise(setImmediate);
    }
    expect(read).toBeGreaterThan(200 * MEBIBYTE);
    expect(ahead).toBeLessThan(6 * MEBIBYTE);
  });

  it('breaks off when a file cannot be made, so that nobody takes it for whole', async () => {
    const { files } = maker(2);
    const reading = (async () => {
      for await (const chunk of zipFaxes(faxes(3), 'pdf', files)) expect(chunk).toBeDefined();
    })();
    await expect(reading).rejects.toThrow('fax 2');
  });

  it('[A-EXPORT-03] every name in it is flat, plain and there once, whatever the other side calls itself', async () => {
    const { files } = maker();
    const strange = [
      '../../etc/passwd',
      'CON',
      'x'.repeat(300),
      '2125550142',
      '2125550142',
      '',
      '\u202Efdp.exe',
    ];
    const hostile = faxes(strange.length).map((fax, i) => ({ ...fax, other_number: strange[i] ?? '' }));
    const chunks: Buffer[] = [];
    for await (const chunk of zipFaxes(hostile, 'pdf', files)) chunks.push(chunk as Buffer);
    const names = entryNames(Buffer.concat(chunks));
    expect(names).toHaveLength(strange.length);
    expect(new Set(names).size).toBe(strange.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/);
  });
});

/** Returns the names in the central directory (APPNOTE 4.3.12). */
function entryNames(zip: Buffer): string[] {
  const names: string[] = [];
  const mark = Buffer.from('PK\u0001\u0002', 'latin1');
  for (let at = zip.indexOf(mark); at !== -1; at = zip.indexOf(mark, at + 4)) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.subarray(at + 46, at + 46 + length).toString());
  }
  return names;
}
