/** How long an uploaded but unsent document is reused. Not longer, because its header line states when it was sent. */
const GOOD_MS = 15 * 60_000;

/** How many documents are remembered; more can accumulate only if a carrier accepts every document and no order. */
const MOST = 10_000;

/** Uploaded documents of jobs whose orders the carrier did not accept, by job. */
export class Uploads {
  readonly #lying = new Map<number, { name: string; at: number }>();

  /** Returns the name of the job's document while it may still be sent unchanged. */
  of(jobId: number): string | undefined {
    const document = this.#lying.get(jobId);
    return document && performance.now() - document.at < GOOD_MS ? document.name : undefined;
  }

  note(jobId: number, name: string): void {
    if (this.#lying.size >= MOST) this.#lying.clear();
    this.#lying.set(jobId, { name, at: performance.now() });
  }

  forget(jobId: number): void {
    this.#lying.delete(jobId);
  }
}
