/** The used properties of a keyboard event, from React or the browser. */
type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Keys that may repeat, because they only move the focus. */
const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/**
 * Returns the key that acts on a row of a list, without modifiers, letters in lower case. Returns '' for a held key, which
 * would act on one row after another.
 */
export function rowKey({ key, repeat, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string {
  if (altKey || ctrlKey || metaKey || shiftKey || (repeat && !MOVES.has(key))) return '';
  return key.length === 1 ? key.toLowerCase() : key;
}
