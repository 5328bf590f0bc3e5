/** How many notes are kept: an ordinary document needs one; more come from a document made to cause them. */
const MOST = 5;

const noted = new Set<string>();

/**
 * Notes that a document is converted less well than it should be: a page was left white, a thread ended. The document
 * is still usable. The child reports the reason to its parent, which logs it.
 */
export function noteShortfall(what: string, error: unknown): void {
  if (noted.size < MOST) noted.add(`${what}: ${String(error)}`);
}

/** Returns the notes since the last call, in one line; empty if there are none. */
export function takeShortfalls(): string {
  const line = [...noted].join('; ');
  noted.clear();
  return line;
}
