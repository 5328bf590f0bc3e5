import { describe, expect, it } from 'vitest';

import type { StoredFax } from './fax-documents.store.ts';
import type { PageFiles } from './page-files.ts';
import { zipFaxes } from './zip-faxes.ts';

const MEBIBYTE = 1024 * 1024;

function faxes(n: number): StoredFax[] {
  return Array.from({ length: n }, (_, i) => ({
    id: i + 1,
    path_key: '',
    fax_at: new Date('2026-11-21T00:04:01Z'),
    other_number: '2125550142',
    rotation: 0,
    pages: 1,
    document_id: 1,
    storage_key: '',
    tiff_key: '',
    document_pages: 1,
    document_bytes: 2 * MEBIBYTE,
    zone: 'UTC',
  }));
}

/** Makes files out of nothing and counts what it made. */
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
  it('makes each file when its turn comes: a slow reader keeps one or two in memory, not a hundred', async () => {
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
});
