import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { FaxPage } from '../fax-page/class-f.ts';
import { encodeFaxPage } from '../fax-page/class-f.ts';
import { binarise } from './binarise.ts';
import type { GrayPage } from './paper.ts';

interface Waiting {
  resolve: (page: FaxPage) => void;
  reject: (error: Error) => void;
}

/**
 * Encodes pages on a thread of its own while the next page is drawn: drawing and encoding take about as long as
 * each other. On a machine with one core it works in place.
 */
export class PageEncoder {
  private readonly waiting: Waiting[] = [];
  private readonly spare: Uint8Array[] = [];
  private thread: Worker | undefined;
  private readonly inPlace = availableParallelism() < 2;

  /** Encodes a page whose pixels may change as soon as this returns; pages come back in order. */
  async encode(gray: GrayPage): Promise<FaxPage> {
    if (this.inPlace) return encodeFaxPage(binarise(gray));
    const { width, height } = gray;
    const pixels = this.copyOf(gray.pixels);
    this.thread ??= this.start();
    this.thread.ref();
    const encoded = new Promise<FaxPage>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.thread.postMessage({ width, height, pixels }, [pixels.buffer as ArrayBuffer]);
    return await encoded;
  }

  private copyOf(pixels: Uint8Array): Uint8Array {
    const at = this.spare.findIndex(({ length }) => length === pixels.length);
    const copy = this.spare.splice(at, at < 0 ? 0 : 1)[0] ?? new Uint8Array(pixels.length);
    this.spare.length = 0;
    copy.set(pixels);
    return copy;
  }

  private start(): Worker {
    const thread = new Worker(new URL('encode-thread.ts', import.meta.url));
    thread.on('message', ({ page, pixels }: { page: FaxPage; pixels: Uint8Array }) => {
      this.spare.push(pixels);
      this.waiting.shift()?.resolve(page);
      // Idle, it must not keep the process from ending.
      if (this.waiting.length === 0) thread.unref();
    });
    thread.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0))
        reject(error instanceof Error ? error : new Error(String(error)));
    });
    return thread;
  }
}
