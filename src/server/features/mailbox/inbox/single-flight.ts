/** Work that several callers want at once is done once; all of them get its outcome. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Joins the work that is under way for the key, or starts it. */
  async run(key: string, work: () => Promise<T>): Promise<T> {
    let running = this.#running.get(key);
    if (!running) {
      running = work().finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return await running;
  }
}
