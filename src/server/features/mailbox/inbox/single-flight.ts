/** Runs work once that several callers need at the same time; all of them get its outcome. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Joins the work in progress for the key, or starts it. */
  async run(key: string, work: () => Promise<T>): Promise<T> {
    let running = this.#running.get(key);
    if (!running) {
      running = work().finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return await running;
  }
}
