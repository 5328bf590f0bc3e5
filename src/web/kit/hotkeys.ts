import { useLayoutEffect, useRef } from 'react';
import { createStore } from '#web/ui/store.ts';
import { isTyping } from './typing.ts';

/** The Alt+Shift keys, by action (SHORT-07 to SHORT-18). Named by position, because Alt+Shift changes the letter. */
export const KEYS = {
  dashboard: 'Digit1',
  faxMessages: 'Digit2',
  contacts: 'Digit3',
  preferences: 'Digit4',
  add: 'KeyN',
  confirm: 'Enter',
  leave: 'KeyE',
  later: 'KeyL',
  accounts: 'KeyA',
} as const;

/** The keys that work without a modifier, once the account has turned them on (spec decisions 6.9). */
export const SINGLE_KEYS = {
  next: 'j',
  previous: 'k',
  check: 'x',
  archive: 'e',
  delete: '#',
  reply: 'r',
  forward: 'f',
  compose: 'c',
  search: '/',
  sheet: '?',
} as const;

/** The key that works with Ctrl, or with Command on a Mac, even in text fields. */
export const PALETTE_KEY = 'k';

/** The key that searches the pages of an open fax, with Ctrl or Command. */
export const FIND_KEY = 'f';

/** The position of a key that works with Alt+Shift. */
export type AltKey = (typeof KEYS)[keyof typeof KEYS];

/** A character that works without a modifier. */
export type SingleKey = (typeof SINGLE_KEYS)[keyof typeof SINGLE_KEYS];

/** A shortcut of a page: Alt+Shift and the key at a position, a character alone, or Ctrl and a character. */
export type Hotkey = { run: () => void } & (
  | { code: AltKey }
  | { key: SingleKey }
  | { ctrl: typeof PALETTE_KEY | typeof FIND_KEY }
);

/** Whether shortcuts of one key work; the shell sets it from the account's settings. */
export const singleKeys = createStore(false, 'session');

const mac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** The label of the modifier key: Command on a Mac. */
export const CTRL = mac ? '⌘' : 'Ctrl';

/** The same modifier for `aria-keyshortcuts`. */
export const CTRL_NAME = mac ? 'Meta' : 'Control';

/** Returns the label of a single-key shortcut. */
export function singleCap(key: SingleKey): string {
  return key.toUpperCase();
}

/** Returns the key labels of an Alt+Shift shortcut, for tooltips and the list of shortcuts. */
export function keyCaps(code: AltKey): string[] {
  return ['Alt', 'Shift', code.replace(/^(?:Digit|Key)/, '')];
}

interface Listener {
  keys: () => readonly Hotkey[];
}

/** The registered listeners. Later pages are above the shell: the last listener that has the key handles it. */
const listeners: Listener[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.repeat) return;
  const matches = matcherOf(event);
  // While a popup is open, only its own Enter and Escape work (spec decisions 6.3).
  if (matches === null || document.querySelector('[data-modal]') !== null) return;
  for (const listener of listeners.toReversed()) {
    const hotkey = listener.keys().find(matches);
    if (hotkey === undefined) continue;
    event.preventDefault();
    hotkey.run();
    return;
  }
}

/** Returns a predicate that matches the shortcuts of the pressed keys, or null if there are none. */
function matcherOf(event: KeyboardEvent): ((hotkey: Hotkey) => boolean) | null {
  const { altKey, shiftKey, ctrlKey, metaKey } = event;
  if (altKey && shiftKey && !ctrlKey && !metaKey) {
    const code = event.code === 'NumpadEnter' ? 'Enter' : event.code;
    return (hotkey) => 'code' in hotkey && hotkey.code === code;
  }
  if ((mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey) {
    const key = characterOf(event);
    return (hotkey) => 'ctrl' in hotkey && hotkey.ctrl === key;
  }
  if (ctrlKey || metaKey || altKey || !singleKeys.get() || !isFree(event)) return null;
  const key = characterOf(event);
  // Characters such as # ? / need Shift to be typed; a letter with Shift is another key.
  if (shiftKey && /^[a-z]$/.test(key)) return null;
  return (hotkey) => 'key' in hotkey && hotkey.key === key;
}

/** Where letters and characters belong to the focused element. */
const OWNERS = '[role=menu], [role=dialog], [role=alertdialog], [role=combobox], [role=grid]';

function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return false;
  return !(event.target instanceof Element && event.target.closest(OWNERS) !== null);
}

/** Returns the character of a key; on layouts without Latin letters, that of a US keyboard in the same position. */
function characterOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1 || key.charCodeAt(0) < 0x80) return key.length === 1 ? key.toLowerCase() : key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined && !/\p{Script=Latin}/u.test(key)) return letter.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return key;
}

/**
 * Registers shortcuts while the component is mounted; a page's key takes precedence over the same key of the shell.
 * Uses layout effects, so that a key works as soon as the page is visible: other effects run after the paint.
 */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const live = useRef(hotkeys);
  useLayoutEffect(() => {
    live.current = hotkeys;
  });
  useLayoutEffect(() => {
    const listener = { keys: () => live.current };
    if (listeners.length === 0) addEventListener('keydown', onKeyDown);
    listeners.push(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
