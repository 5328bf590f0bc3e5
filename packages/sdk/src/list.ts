/** One page of a list as the service returns it. */
export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  /** The value for `after`; also set at the end of the list of events. */
  next: string | null;
}

/** A list: `for await` reads all pages; `page()` reads only one. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #load: (after?: string) => Promise<Page<Item>>;

  constructor(load: (after?: string) => Promise<Page<Item>>) {
    this.#load = load;
  }

  /** Returns the first page, or the one after a `next`. */
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
