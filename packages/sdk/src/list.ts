/** One page of a list as the service answers it. */
export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  /** For `after`; also at the end of the list of events. */
  next: string | null;
}

/** A list: `for await` reads all of it, page by page; `page()` reads the first page only. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #load: (after?: string) => Promise<Page<Item>>;

  constructor(load: (after?: string) => Promise<Page<Item>>) {
    this.#load = load;
  }

  /** The first page, or the one after a `next`. */
  async page(after?: string): Promise<Page<Item>> {
    return await this.#load(after);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let after: string | undefined;
    for (;;) {
      const { data, has_more: more, next } = await this.#load(after);
      yield* data;
      if (!more || next === null) return;
      after = next;
    }
  }
}
