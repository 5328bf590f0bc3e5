import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The touch actions on a row. */
export interface RowTouch {
  /** False on wide screens. */
  on: boolean;
  /** A long press: selects the row. */
  onHold: (id: string) => void;
  /** A swipe to a side: archives or restores. Null while rows are being selected. */
  onSwipe: ((id: string) => void) | null;
}

/** How long a touch must rest to select, in ms. */
const HOLD_MS = 500;
/** A touch that has moved this far no longer rests. */
const STILL_PX = 10;
/** A row that has moved by this share of its width is swiped. */
const SWIPE_PART = 0.35;

interface Held {
  row: HTMLElement;
  id: string;
  pointer: number;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  swiping: boolean;
}

/** Handles long presses and swipes on the rows of a phone's list. The browser scrolls vertically (touch-action). */
export function useRowTouch(list: RefObject<HTMLElement | null>, touch: RowTouch): void {
  const live = useRef(touch);
  useEffect(() => {
    live.current = touch;
  });
  const { on } = touch;
  useEffect(() => {
    const place = list.current;
    if (place === null || !on) return undefined;
    const finger = new RowFinger(live);
    for (const kind of KINDS) place.addEventListener(kind, finger, true);
    return () => {
      finger.end();
      for (const kind of KINDS) place.removeEventListener(kind, finger, true);
    };
  }, [list, on]);
}

const KINDS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'contextmenu', 'click'] as const;

/** Follows the finger on the list, from touch to release. */
class RowFinger implements EventListenerObject {
  readonly #live: RefObject<RowTouch>;
  #held: Held | null = null;
  /** Whether to ignore the next click: the click after a long press or a swipe is not a tap. */
  #handled = false;

  constructor(live: RefObject<RowTouch>) {
    this.#live = live;
  }

  handleEvent(event: Event): void {
    if (event.type === 'pointerdown') this.#down(event as PointerEvent);
    else if (event.type === 'pointermove') this.#move(event as PointerEvent);
    else if (event.type === 'pointerup') this.#up(event as PointerEvent);
    else if (event.type === 'pointercancel') this.end();
    else if (event.type === 'click') this.#click(event);
    // A long press must not open the browser's menu; a mouse has its own way to open it.
    else if (this.#held !== null || this.#handled) event.preventDefault();
  }

  /** Moves the row back to its place. */
  end(): void {
    if (this.#held === null) return;
    clearTimeout(this.#held.timer);
    this.#held.row.style.translate = '';
    delete this.#held.row.dataset['swiping'];
    this.#held = null;
  }

  #down(event: PointerEvent): void {
    this.end();
    this.#handled = false;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null;
    const id = row?.dataset['id'];
    if (event.pointerType === 'mouse' || !event.isPrimary || row === null || id === undefined) return;
    const timer = setTimeout(() => {
      this.#handled = true;
      this.end();
      this.#live.current.onHold(id);
    }, HOLD_MS);
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#held = { row, id, pointer, x, y, timer, swiping: false };
  }

  #move(event: PointerEvent): void {
    const held = this.#held;
    if (held === null || event.pointerId !== held.pointer) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.hypot(dx, dy) > STILL_PX) clearTimeout(held.timer);
    if (!held.swiping && Math.abs(dx) > STILL_PX && Math.abs(dx) > 2 * Math.abs(dy))
      held.swiping = this.#live.current.onSwipe !== null;
    if (!held.swiping) return;
    this.#handled = true;
    held.row.dataset['swiping'] = '';
    held.row.style.translate = `${dx}px`;
  }

  #up(event: PointerEvent): void {
    const held = this.#held;
    this.end();
    if (held === null || !held.swiping) return;
    const far = Math.abs(event.clientX - held.x) > held.row.offsetWidth * SWIPE_PART;
    if (far) this.#live.current.onSwipe?.(held.id);
  }

  #click(event: Event): void {
    if (this.#handled) event.stopPropagation();
    this.#handled = false;
  }
}
