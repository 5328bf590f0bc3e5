/** A document needs one; more come of one that is made to cause them. */
const MOST = 5;

const noted = new Set<string>();

/**
 * Notes that a document is converted in a worse way than it should be: a page left white, a thread that ended. The
 * document is still usable. The child reports the reason to its parent, which logs it.
 */
export function noteShortfall(what: string, error: unknown): void {
  if (noted.size < MOST) noted.add(`${what}: ${String(error)}`);
}

/** What was noted since the last call, in one line; empty for nothing. */
export function takeShortfalls(): string {
  const line = [...noted].join('; ');
  noted.clear();
  return line;
}
