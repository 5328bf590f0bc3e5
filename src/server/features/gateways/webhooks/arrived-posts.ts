import type { Database } from '#engine/database/port.ts';

import { noteDelivered } from './deliveries.store.ts';
import type { ArrivedPost } from './deliveries.store.ts';

/** A post that waits to be recorded. */
interface Waiting {
  post: ArrivedPost;
  done: PromiseWithResolvers<void>;
}

/**
 * Records which posts arrived. While one statement runs, further posts are collected for the next one: every commit
 * waits for the disk, so one per post would limit the posts per second.
 */
export class ArrivedPosts {
  readonly #database: Pick<Database, 'kept'>;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(database: Pick<Database, 'kept'>) {
    this.#database = database;
  }

  /** Resolves once it is committed; throws if it could not be written. */
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
