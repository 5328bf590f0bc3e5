/** The page that nobody has taken yet, counted in memory that threads share: each page is drawn by one of them. */
export class PageQueue {
  readonly shared: SharedArrayBuffer;
  readonly pageCount: number;
  private readonly next: Int32Array;

  /** `shared` is the memory of the queue that another thread counts in. */
  constructor(
    pageCount: number,
    shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  ) {
    this.shared = shared;
    this.pageCount = pageCount;
    this.next = new Int32Array(shared);
  }

  /** The index of the next page to draw; `undefined` when all are taken. */
  take(): number | undefined {
    const index = Atomics.add(this.next, 0, 1);
    return index < this.pageCount ? index : undefined;
  }

  /** Leaves the rest undrawn: nobody wants it any more. */
  stop(): void {
    Atomics.store(this.next, 0, this.pageCount);
  }
}
