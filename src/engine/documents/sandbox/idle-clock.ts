/**
 * Tells when something has not been used for a while, so that what waits for the next use can give its memory back.
 * The clock does not keep the process alive.
 */
export class IdleClock {
  readonly #ms: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `ms`: how long without a use; Infinity never ends. `onIdle` is called once for each such time. */
  constructor(ms: number, onIdle: () => void) {
    this.#ms = ms;
    this.#onIdle = onIdle;
  }

  /** Something was used just now. */
  restart(): void {
    this.stop();
    if (Number.isFinite(this.#ms)) this.#timer = setTimeout(this.#onIdle, this.#ms).unref();
  }

  /** Until the next `restart` nothing is idle. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
