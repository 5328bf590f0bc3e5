/** Hands out page numbers from memory shared by threads, so that each page is drawn by exactly one of them. */
export class PageQueue {
  readonly shared: SharedArrayBuffer;
  readonly pageCount: number;
  private readonly next: Int32Array;

  /** `shared` is the memory of a queue created by another thread. */
  constructor(
    pageCount: number,
    shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  ) {
    this.shared = shared;
    this.pageCount = pageCount;
    this.next = new Int32Array(shared);
  }

  /** Returns the index of the next page to draw; `undefined` if all are taken. */
  take(): number | undefined {
    const index = Atomics.add(this.next, 0, 1);
    return index < this.pageCount ? index : undefined;
  }

  /** Leaves the remaining pages undrawn, because nobody needs them any more. */
  stop(): void {
    Atomics.store(this.next, 0, this.pageCount);
  }
}
