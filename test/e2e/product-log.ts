/** Warnings that specs bring about: a fax server that is not there, a document of too many pages, another host key. */
const PROVOKED: ReadonlySet<string> = new Set([
  'arrival.list-failed',
  'copy.storage-failed',
  'document.not-converted',
]);

/** pino's level of a warning; errors are above it. */
const WARNING = 40;

/** Reads what products log; whatever heals itself unseen by a browser is found here. */
export class ProductLog {
  readonly #unexpected = new Set<string>();
  #rest = '';

  /** Takes a piece of the log, which may end within a line. */
  hear(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    if (!line.startsWith('{')) return;
    const { level = 0, event = '' } = JSON.parse(line) as { level?: number; event?: string };
    if (level >= WARNING && !PROVOKED.has(event)) this.#unexpected.add(line);
  }

  /** Throws with the warnings and errors that no spec brings about. */
  check(): void {
    if (this.#unexpected.size === 0) return;
    throw new Error(`The product logged what no test expects:\n${[...this.#unexpected].join('\n')}`);
  }
}
