/** What of a pressed key counts, of React's event or the browser's. */
type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Keys that only move may be held. */
const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/**
 * The key that acts on a row of a list: pressed alone, letters in lower case. Empty for a key that is held, which would act
 * on one row after the other.
 */
export function rowKey({ key, repeat, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string {
  if (altKey || ctrlKey || metaKey || shiftKey || (repeat && !MOVES.has(key))) return '';
  return key.length === 1 ? key.toLowerCase() : key;
}
