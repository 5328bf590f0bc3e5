import { blankBitmap } from '#engine/documents/fax-page/bitmap.ts';
import { encodeFaxPage, writeClassF } from '#engine/documents/fax-page/class-f.ts';
import { countTiffPages } from '#engine/documents/fax-page/read-tiff.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeFax } from './factories.ts';
import type { FaxValues } from './factories.ts';
import { makePerson } from './mailbox-person.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** Returns small pages, each with a mark at a different position, so that no two pages of a fax are identical. */
export function smallTiff(pages: number, seed = 1): Uint8Array {
  return writeClassF(
    Array.from({ length: pages }, (_, page) => {
      const bitmap = blankBitmap(64, 32);
      bitmap.bits[(page * 7 + seed) % bitmap.bits.length] = 0xff;
      return encodeFaxPage(bitmap);
    }),
  );
}

/** Records requests instead of drawing; page 99 is one that cannot be drawn. */
export function fakeDocuments(): { documents: DocumentEngine; drawn: string[] } {
  const drawn: string[] = [];
  const documents: Partial<DocumentEngine> = {
    pageImage: async (tiff, page, { rotation, width }) => {
      drawn.push(`${page} ${rotation} ${width}`);
      await new Promise(setImmediate);
      if (page === 99) return { kind: 'failed', reason: 'damaged' };
      return { kind: 'ok', gif: text('GIF89a', page, rotation, width, Buffer.from(tiff).toString('hex')) };
    },
    pagePng: async (tiff, page, rotation) =>
      await Promise.resolve({
        kind: 'ok',
        png: text('PNG', page, rotation, Buffer.from(tiff).toString('hex')),
      }),
    exportPdf: async (tiff, rotation, turns = []) =>
      await Promise.resolve(text('%PDF-1.7', rotation, ...turns, Buffer.from(tiff).toString('hex'))),
    exportTiff: async (tiff) => await Promise.resolve(tiff),
    countPages: countTiffPages,
    coverSheet: async () => await Promise.resolve({ kind: 'ok', tiff: smallTiff(1), pages: 1 }),
    firstPage: () => smallTiff(1),
    joinPages: ([tiff = smallTiff(1)]) => ({ kind: 'ok', tiff, pages: 2 }),
  };
  return { documents: documents as DocumentEngine, drawn };
}

/** Creates a fax whose document is in the file store, as after an arrival. */
export async function storeFax(
  { database, files }: Pick<TestApp, 'database' | 'files'>,
  account: AccountId,
  values: FaxValues & { tiff?: Uint8Array; documentPages?: number } = {},
): Promise<{ id: number; pathKey: string; storageKey: string; tiff: Uint8Array }> {
  const tiff = values.tiff ?? smallTiff(values.pages ?? 1);
  const storageKey = `documents/${newPathKey()}`;
  await files.put(`${storageKey}/fax.tiff`, tiff);
  const { id: documentId } = await database.db
    .insertInto('document')
    .values({
      account_id: account,
      storage_key: storageKey,
      tiff_key: `${storageKey}/fax.tiff`,
      source: 'line',
      state: 'ready',
      pages: values.documentPages ?? countTiffPages(tiff),
      bytes: tiff.byteLength,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fax = await makeFax(database.db, account, { ...values, documentId });
  return { ...fax, storageKey, tiff };
}

function text(...parts: unknown[]): Uint8Array {
  return new TextEncoder().encode(parts.join(' '));
}

/** Starts the application with two people, and an engine that records what it drew; for `beforeAll`. */
export async function startTwoPeople() {
  const { documents, drawn } = fakeDocuments();
  const test = await startApp({ documents });
  return { test, me: await makePerson(test), other: await makePerson(test), drawn };
}
