import { convertBmp } from './converters/bmp.ts';
import { convertImage } from './converters/image.ts';
import { convertJp2 } from './converters/jp2.ts';
import { convertPdf } from './converters/pdf.ts';
import type { Drawing } from './converters/refusal.ts';
import { DocumentRefusal } from './converters/refusal.ts';
import { convertText } from './converters/text.ts';
import { convertTiff } from './converters/tiff.ts';
import type { DrawnType } from './detect-type.ts';
import type { FaxPage } from './fax-page/class-f.ts';
import { MAX_OUTPUT_BYTES, MAX_PAGES } from './limits.ts';

/** Converts one file to fax pages; throws a DocumentRefusal if that is impossible. Runs only inside a child. */
export type Converter = (bytes: Uint8Array, maxPages: number, drawing: Drawing) => AsyncIterable<FaxPage>;

/** One converter per type drawn here; make-drawable.ts lists the types that need a program first. */
const CONVERTERS: Readonly<Record<DrawnType, Converter>> = {
  pdf: convertPdf,
  png: convertImage,
  jpeg: convertImage,
  tiff: convertTiff,
  bmp: convertBmp,
  jp2: convertJp2,
  text: convertText,
};

/** Callbacks for the progress of a conversion: the current file, and how many of the pages known so far are done. */
export interface ConversionSteps {
  onFile: (index: number) => void;
  onPage: (done: number, of: number) => void;
}

/** Converts files in order to one list of pages, at most 200. */
export async function convertFiles(
  files: readonly { type: DrawnType; bytes: Uint8Array }[],
  { onFile, onPage }: ConversionSteps,
  drawing: Omit<Drawing, 'onCount'> = {},
): Promise<FaxPage[]> {
  const pages: FaxPage[] = [];
  let size = 0;
  for (const [index, file] of files.entries()) {
    onFile(index);
    let of = 0;
    const onCount = (count: number) => {
      of = pages.length + count;
      onPage(pages.length, of);
    };
    for await (const page of CONVERTERS[file.type](file.bytes, MAX_PAGES - pages.length, {
      onCount,
      ...drawing,
    })) {
      pages.push(page);
      size += page.strip.length;
      if (of > 0) onPage(pages.length, Math.max(of, pages.length));
      if (pages.length > MAX_PAGES) throw new DocumentRefusal('TOO_MANY_PAGES', 'more pages than announced');
      if (size > MAX_OUTPUT_BYTES / 2) throw new DocumentRefusal('DOCUMENT_TOO_LARGE', 'pages too large');
    }
  }
  return pages;
}
