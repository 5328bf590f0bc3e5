import { useLayoutEffect, useRef } from 'react';
import { createStore } from '#web/ui/store.ts';
import { isTyping } from './typing.ts';

/** The keys that work with Alt+Shift, by what they do (SHORT-07 to SHORT-18). Named by their place, because Alt+Shift changes the letter. */
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

/** The keys that work alone, once the account turned them on (spec decisions 6.9). */
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

/** The key that works with Ctrl, or with Command on a Mac, in text fields too. */
export const PALETTE_KEY = 'k';

/** The key that finds on the pages of an opened fax, with Ctrl or Command. */
export const FIND_KEY = 'f';

/** The place of a key that works with Alt+Shift. */
export type AltKey = (typeof KEYS)[keyof typeof KEYS];

/** A character that works alone. */
export type SingleKey = (typeof SINGLE_KEYS)[keyof typeof SINGLE_KEYS];

/** A page's shortcut: Alt+Shift and the key at a place, a character alone, or Ctrl and a character. */
export type Hotkey = { run: () => void } & (
  | { code: AltKey }
  | { key: SingleKey }
  | { ctrl: typeof PALETTE_KEY | typeof FIND_KEY }
);

/** Whether shortcuts of one key work; the shell sets it from the account's settings. */
export const singleKeys = createStore(false, 'session');

const mac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** The cap of the key that goes with another one: Command on a Mac. */
export const CTRL = mac ? '⌘' : 'Ctrl';

/** The same for `aria-keyshortcuts`. */
export const CTRL_NAME = mac ? 'Meta' : 'Control';

/** The cap of a character that works alone. */
export function singleCap(key: SingleKey): string {
  return key.toUpperCase();
}

/** Key caps of a shortcut with Alt+Shift, for tooltips and the list of shortcuts. */
export function keyCaps(code: AltKey): string[] {
  return ['Alt', 'Shift', code.replace(/^(?:Digit|Key)/, '')];
}

interface Listener {
  keys: () => readonly Hotkey[];
}

/** Later pages stand above the shell: the last one that knows a key gets it. */
const listeners: Listener[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.repeat) return;
  const matches = matcherOf(event);
  // While a popup is open only its own Enter and Escape count (spec decisions 6.3).
  if (matches === null || document.querySelector('[data-modal]') !== null) return;
  for (const listener of listeners.toReversed()) {
    const hotkey = listener.keys().find(matches);
    if (hotkey === undefined) continue;
    event.preventDefault();
    hotkey.run();
    return;
  }
}

/** Which shortcuts the pressed keys are; null for none. */
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
  // Shift is part of how # ? / are typed; a letter with Shift is another key.
  if (shiftKey && /^[a-z]$/.test(key)) return null;
  return (hotkey) => 'key' in hotkey && hotkey.key === key;
}

/** Where letters and characters belong to what has the focus. */
const OWNERS = '[role=menu], [role=dialog], [role=alertdialog], [role=combobox], [role=grid]';

function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return false;
  return !(event.target instanceof Element && event.target.closest(OWNERS) !== null);
}

/** The character of a key; on layouts without Latin letters, the one that a US keyboard has in its place. */
function characterOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1 || key.charCodeAt(0) < 0x80) return key.length === 1 ? key.toLowerCase() : key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined && !/\p{Script=Latin}/u.test(key)) return letter.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return key;
}

/**
 * Makes keys work while the component is on the page; a page's key wins over the same key of the shell.
 * In layout effects, so that a key works as soon as the page can be seen: other effects run after the paint.
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
