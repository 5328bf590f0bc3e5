/** The command of a key in the list of faxes. `move` changes the focused row; `extend` selects the rows on the way. */
export type ListCommand =
  | { kind: 'move'; to: string; extend: boolean }
  | { kind: 'toggle' | 'open' | 'delete' | 'archive'; id: string }
  | { kind: 'all' | 'clear' };

/** The relevant parts of a keyboard event. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The key is held. */
  repeat?: boolean;
}

/** How many rows Page up and Page down move. */
const PAGE_STEP = 10;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_STEP,
  PageUp: -PAGE_STEP,
  End: Number.POSITIVE_INFINITY,
  Home: Number.NEGATIVE_INFINITY,
};

/**
 * The command of a key press in a listbox (ARIA listbox pattern): arrows move, Shift extends, Space checks,
 * Enter opens, Delete and E act, Ctrl+A checks all, Escape unchecks. Null for keys that mean nothing here, and for
 * Delete and E that are held: they would act on one fax after the other.
 */
export function commandFor(press: KeyPress, order: readonly string[], active: string): ListCommand | null {
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 'a' ? { kind: 'all' } : null;
  const step = STEPS[press.key];
  if (step !== undefined) return moved(order, active, step, press.shiftKey);
  const command = press.shiftKey ? null : plainCommand(press.key, active);
  const acts = command?.kind === 'delete' || command?.kind === 'archive';
  return acts && press.repeat === true ? null : command;
}

function plainCommand(key: string, active: string): ListCommand | null {
  switch (key) {
    case ' ':
      return { kind: 'toggle', id: active };
    case 'Enter':
      return { kind: 'open', id: active };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete', id: active };
    case 'e':
    case 'E':
      return { kind: 'archive', id: active };
    case 'Escape':
      return { kind: 'clear' };
    default:
      return null;
  }
}

function moved(order: readonly string[], active: string, step: number, extend: boolean): ListCommand | null {
  const last = order.length - 1;
  if (last < 0) return null;
  const from = Math.max(order.indexOf(active), 0);
  const to = order[Math.min(Math.max(from + step, 0), last)];
  return to === undefined ? null : { kind: 'move', to, extend };
}
