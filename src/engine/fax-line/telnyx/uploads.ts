/**
 * A document that the carrier has and did not send is used again for so long. Not longer: its header line says when it
 * was sent.
 */
const GOOD_MS = 15 * 60_000;

/** Documents remembered; more wait only where a carrier takes every document and no order. */
const MOST = 10_000;

/** Documents that lie with the carrier for jobs whose orders it did not take, by job. */
export class Uploads {
  readonly #lying = new Map<number, { name: string; at: number }>();

  /** The name of the job's document, while it may be sent as it is. */
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
