import { useEffect } from 'react';
import type { RefObject } from 'react';
import { focusHeading } from './focus-on-arrival.ts';

const ROW = 'tr, li';
const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)';

/** Where the focus is in a row, and the rows beside it. */
interface Held {
  control: Element;
  /** Which control of its row it is. */
  at: number;
  next: Element | null;
  previous: Element | null;
}

/**
 * When a row goes together with the button that removed it, the same button of the row beside it has the focus then, and
 * the page's heading after the last one. Otherwise nothing would have it, and a screen reader would begin anew.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = page.current;
    if (place === null) return undefined;
    let held: Held | null = null;
    const note = ({ target }: FocusEvent) => {
      held = target instanceof Element ? heldBy(target) : null;
    };
    // A click beside everything gives the focus up on purpose.
    const forget = () => {
      held = null;
    };
    const watch = new MutationObserver(() => {
      if (held === null || held.control.isConnected) return;
      const gone = held;
      held = null;
      if (document.activeElement === document.body) giveOn(gone);
    });
    place.addEventListener('focusin', note);
    place.addEventListener('pointerdown', forget);
    watch.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener('focusin', note);
      place.removeEventListener('pointerdown', forget);
      watch.disconnect();
    };
  }, [page]);
}

function heldBy(control: Element): Held | null {
  const row = control.closest(ROW);
  if (row === null) return null;
  const at = [...row.querySelectorAll(CONTROLS)].indexOf(control);
  return { control, at, next: row.nextElementSibling, previous: row.previousElementSibling };
}

function giveOn({ at, next, previous }: Held): void {
  const row = [next, previous].find((one) => one?.isConnected === true);
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const heir = controls[at] ?? controls.at(-1);
  if (heir === undefined) focusHeading();
  else heir.focus();
}
