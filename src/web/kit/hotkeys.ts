import { useEffect, useRef } from 'react';

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
} as const;

/** A page's shortcut: Alt+Shift and the named key. */
export interface Hotkey {
  code: (typeof KEYS)[keyof typeof KEYS];
  run: () => void;
}

/** What each key means where, as the shortcuts page lists it (SHORT-01 to SHORT-06, spec decisions 6.1); popups take plain keys (spec decisions 6.3). */
export const SHORTCUT_LIST = [
  {
    group: 'shortcuts.group.general',
    entries: [
      { label: 'shortcuts.key.dashboard', code: KEYS.dashboard },
      { label: 'shortcuts.key.faxMessages', code: KEYS.faxMessages },
      { label: 'shortcuts.key.contacts', code: KEYS.contacts },
      { label: 'shortcuts.key.preferences', code: KEYS.preferences },
      { label: 'shortcuts.key.newFax', code: KEYS.add },
    ],
  },
  {
    group: 'shortcuts.group.fax',
    entries: [
      { label: 'shortcuts.key.compose', code: KEYS.add },
      { label: 'shortcuts.key.discard', code: KEYS.leave },
      { label: 'shortcuts.key.send', code: KEYS.confirm },
      { label: 'shortcuts.key.sendLater', code: KEYS.later },
    ],
  },
  {
    group: 'shortcuts.group.popups',
    entries: [
      { label: 'shortcuts.key.confirm', cap: 'Enter' },
      { label: 'shortcuts.key.decline', cap: 'Esc' },
    ],
  },
  {
    group: 'shortcuts.group.contacts',
    entries: [
      { label: 'shortcuts.key.newContact', code: KEYS.add },
      { label: 'shortcuts.key.closeContact', code: KEYS.leave },
      { label: 'shortcuts.key.saveContact', code: KEYS.confirm },
    ],
  },
  {
    group: 'shortcuts.group.preferences',
    entries: [
      { label: 'shortcuts.key.save', code: KEYS.confirm },
      { label: 'shortcuts.key.addEmail', code: KEYS.add },
    ],
  },
] as const;

/** Key caps of a shortcut, for tooltips and the shortcuts page. */
export function keyCaps(code: Hotkey['code']): string[] {
  return ['Alt', 'Shift', code.replace(/^(?:Digit|Key)/, '')];
}

interface Listener {
  keys: () => readonly Hotkey[];
}

/** Later pages stand above the shell: the last one that knows a key gets it. */
const listeners: Listener[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return;
  // While a popup is open only its own Enter and Escape count (spec decisions 6.3).
  if (document.querySelector('[data-modal]') !== null) return;
  for (const listener of listeners.toReversed()) {
    const hotkey = listener.keys().find((known) => known.code === codeOf(event));
    if (hotkey === undefined) continue;
    event.preventDefault();
    hotkey.run();
    return;
  }
}

function codeOf(event: KeyboardEvent): string {
  return event.code === 'NumpadEnter' ? 'Enter' : event.code;
}

/** Makes keys work while the component is on the page; a page's key wins over the same key of the shell. */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const live = useRef(hotkeys);
  useEffect(() => {
    live.current = hotkeys;
  });
  useEffect(() => {
    const listener = { keys: () => live.current };
    if (listeners.length === 0) addEventListener('keydown', onKeyDown);
    listeners.push(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
