import { useEffect, useRef } from 'react';

/** A page's shortcut: Alt+Shift and the named key. `code` is the place on the keyboard, because Alt+Shift changes the letter. */
export interface Hotkey {
  code: 'Digit1' | 'Digit2' | 'Digit3' | 'Digit4' | 'KeyN' | 'KeyE' | 'Enter';
  run: () => void;
}

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
  // While a popup is open only its own Enter and Escape count (decision A11).
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
