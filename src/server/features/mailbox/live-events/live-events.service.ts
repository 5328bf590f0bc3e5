import { z } from 'zod';

import { TOPICS } from '#contract/mailbox/live-events.ts';
import type { Topic } from '#contract/mailbox/live-events.ts';
import type { Database } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Notification channel of migration 0030; payloads are «account:topic». */
const CHANNEL = 'f2e_changed';
const topic = z.enum(TOPICS);

/** Called with a topic that may have changed, once for all changes to it in one transaction. */
export type Listener = (topic: Topic) => void;

/** Passes hints from the database to an account's listeners, over one connection for all clients of this process. */
export class LiveEvents {
  readonly #listeners = new Map<number, Set<Listener>>();
  #stop: () => Promise<void> = async () => {};

  /** Starts listening to the database. */
  async start(database: Database): Promise<void> {
    this.#stop = await database.listen(CHANNEL, (payload) => this.#heard(payload));
  }

  /** Stops listening. */
  async stop(): Promise<void> {
    await this.#stop();
  }

  /** Calls `listener` with the account's changes until the returned function is called. */
  subscribe(account: AccountId, listener: Listener): () => void {
    const known = this.#listeners.get(account) ?? new Set();
    known.add(listener);
    this.#listeners.set(account, known);
    return () => {
      known.delete(listener);
      if (known.size === 0) this.#listeners.delete(account);
    };
  }

  #heard(payload: string | undefined): void {
    if (payload === undefined) return this.#tellAll();
    const [account, name] = payload.split(':');
    const parsed = topic.safeParse(name);
    if (!parsed.success) return;
    for (const listener of this.#listeners.get(Number(account)) ?? []) listener(parsed.data);
  }

  /** The connection was lost for a while, so anything may have changed. */
  #tellAll(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) for (const name of TOPICS) listener(name);
    }
  }
}
