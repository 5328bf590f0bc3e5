/**
 * Reports when something has not been used for a while, so that its memory can be released. The clock does not keep the
 * process alive.
 */
export class IdleClock {
  readonly #ms: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `ms` is the time without a use; Infinity disables the clock. `onIdle` is called once per idle period. */
  constructor(ms: number, onIdle: () => void) {
    this.#ms = ms;
    this.#onIdle = onIdle;
  }

  /** Restarts the clock after a use. */
  restart(): void {
    this.stop();
    if (Number.isFinite(this.#ms)) this.#timer = setTimeout(this.#onIdle, this.#ms).unref();
  }

  /** Stops the clock until the next `restart`. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
