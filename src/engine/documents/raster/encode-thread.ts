/** The thread beside the renderer: makes black-and-white pages of grey ones and codes them. */
import { parentPort } from 'node:worker_threads';

import { encodeFaxPage } from '../fax-page/class-f.ts';
import { binarise } from './binarise.ts';
import type { GrayPage } from './paper.ts';

parentPort!.on('message', (gray: GrayPage) => {
  const page = encodeFaxPage(binarise(gray));
  // The grey pixels go back too: the next page is drawn into them.
  parentPort!.postMessage({ page, pixels: gray.pixels }, [
    page.strip.buffer as ArrayBuffer,
    gray.pixels.buffer as ArrayBuffer,
  ]);
});
