import { useEffect } from 'react';
import type { RefObject } from 'react';
import { focusHeading } from './focus-on-arrival.ts';

const ROW = 'tr, li';
const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled)';

/** The focused control of a row, and the adjacent rows. */
interface Held {
  control: Element;
  /** The control's index in its row. */
  at: number;
  next: Element | null;
  previous: Element | null;
}

/**
 * Keeps the focus when a row disappears together with the button that removed it: focuses the same button of the
 * adjacent row, or the page's heading after the last row. Otherwise nothing would have the focus, and a screen reader
 * would start from the top of the page.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = page.current;
    if (place === null) return undefined;
    let held: Held | null = null;
    const note = ({ target }: FocusEvent) => {
      held = target instanceof Element ? heldBy(target) : null;
    };
    // A click outside of all controls gives up the focus on purpose.
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
