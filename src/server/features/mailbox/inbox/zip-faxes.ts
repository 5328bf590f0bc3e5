import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

import type { StoredFax } from './fax-documents.store.ts';
import { zipEntryName } from './fax-file-name.ts';
import type { ExportKind, PageFiles } from './page-files.ts';

/** Fax pages are already compressed; compressing them again costs time and saves nothing. */
const STORE_ONLY = false;

/**
 * Returns all faxes as one zip. Each file is created when its turn comes, so one is in memory at a time (A-TENANT-06).
 */
export function zipFaxes(faxes: readonly StoredFax[], kind: ExportKind, files: PageFiles): Readable {
  const zip = new ZipFile();
  // A file that cannot be created aborts the download: a zip that lacks a fax must not look complete.
  zip.on('error', (error: Error) => zip.outputStream.destroy(error));
  for (const fax of faxes) {
    zip.addReadStreamLazy(
      zipEntryName(fax, kind),
      { mtime: fax.fax_at, compress: STORE_ONLY },
      (done) => void open(fax, kind, files).then((stream) => done(null, stream), done),
    );
  }
  zip.end();
  return zip.outputStream;
}

async function open(fax: StoredFax, kind: ExportKind, files: PageFiles): Promise<Readable> {
  const bytes = await files.export(fax, kind);
  if (!bytes) throw new Error(`the document of fax ${fax.id} is missing`);
  return Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
}
