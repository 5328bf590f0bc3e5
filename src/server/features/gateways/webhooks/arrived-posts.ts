import type { Database } from '#engine/database/port.ts';

import { noteDelivered } from './deliveries.store.ts';
import type { ArrivedPost } from './deliveries.store.ts';

/** Somebody waits until it is written down. */
interface Waiting {
  post: ArrivedPost;
  done: PromiseWithResolvers<void>;
}

/**
 * Writes down which posts arrived: while one statement is under way, what arrives meanwhile is gathered for the next.
 * Every commit waits for the disk; one for each post would bound how many there can be a second.
 */
export class ArrivedPosts {
  readonly #database: Pick<Database, 'kept'>;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(database: Pick<Database, 'kept'>) {
    this.#database = database;
  }

  /** Resolves when it is committed; throws when it could not be written. */
  async note(post: ArrivedPost): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ post, done });
    if (!this.#writing) void this.#write();
    await done.promise;
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      try {
        await this.#writeThese(some);
      } catch (error) {
        for (const { done } of some) done.reject(error);
      }
    }
    this.#writing = false;
  }

  async #writeThese(some: readonly Waiting[]): Promise<void> {
    await noteDelivered(
      this.#database,
      some.map(({ post }) => post),
    );
    for (const { done } of some) done.resolve();
  }
}
