import { setImmediate } from 'node:timers/promises';

import { encodeFaxPage, readClassF, writeClassF } from '../../src/engine/documents/fax-page/class-f.ts';
import { keepDirectories } from '../../src/engine/documents/fax-page/keep-directories.ts';
import { countTiffPages, readTiff } from '../../src/engine/documents/fax-page/read-tiff.ts';
import { drawPage } from '../../src/engine/documents/output/page-image.ts';
import { writePdf } from '../../src/engine/documents/output/pdf-file.ts';
import { halvePages, turnPages } from '../../src/engine/documents/output/rewrite-pages.ts';
import type { FuzzTarget } from '../target.ts';
import { holds } from '../target.ts';

/** Largest image that is drawn, in dots; larger ones only cost time. */
const MOST_DOTS = 1_000_000;

/** TIFF files, and the output for those that are faxes: images, PDFs, rotated pages. */
export const target: FuzzTarget = {
  covers: ['/src/engine/documents/fax-page/', '/src/engine/documents/output/'],
  maxBytes: 256 * 1024,
  seeds: () => {
    const bits = Uint8Array.from({ length: 4 * 16 }, (_, at) => (at * 37) & 255);
    const page = encodeFaxPage({ width: 32, height: 16, bits });
    const big = Buffer.from(
      'MM\0*\0\0\0\b\0\u0002\u0001\0\0\u0003\0\0\0\u0001\0\u0040\0\0\0\0\0\0\0\0\0\0',
      'latin1',
    );
    return [writeClassF([page]), writeClassF([page, page, page]), big];
  },
  run: async (input) => {
    const pages = readTiff(input);
    holds(pages.length === countTiffPages(input), 'as many pages are counted as read');
    const first = keepDirectories(input, 1);
    holds(first.length === input.length, 'cutting directories changes no length');
    if (pages.length > 0 && readTiff(input).length > 1)
      holds(countTiffPages(first) <= pages.length, 'no page is added');
    const faxes = readClassF(input);
    if (faxes === undefined) return;
    if (faxes.reduce((sum, { width, height }) => sum + width * height, 0) > MOST_DOTS) return;
    const again = readClassF(writeClassF(faxes));
    holds(again?.length === faxes.length, 'what is written is read again');
    drawPage(input, 1, { rotation: 90, width: 200 });
    writePdf(faxes, 90);
    holds(readClassF(await turnPages(input, 90)) !== undefined, 'turned pages are pages');
    holds(readClassF(await halvePages(input)) !== undefined, 'halved pages are pages');
    await setImmediate();
  },
};
