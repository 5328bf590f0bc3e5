/**
 * Warnings that specs cause: an unreachable fax server, also a HylaFAX that answers late because the machine is busy, a
 * document with too many pages, another host key.
 */
const PROVOKED: ReadonlySet<string> = new Set([
  'arrival.list-failed',
  'copy.storage-failed',
  'document.not-converted',
  'line.down',
]);

/** pino's level of a warning; errors are above it. */
const WARNING = 40;

/** Checks the products' logs, which reveal faults that heal before a browser shows them. */
export class ProductLog {
  readonly #unexpected = new Set<string>();
  #rest = '';

  /** Receives a part of the log, which may end within a line. */
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

  /** Throws with the warnings and errors that no spec causes. */
  check(): void {
    if (this.#unexpected.size === 0) return;
    throw new Error(`The product logged what no test expects:\n${[...this.#unexpected].join('\n')}`);
  }
}
