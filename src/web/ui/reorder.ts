import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';

/** The stages of moving an entry. */
export type ReorderStep = 'taken' | 'moved' | 'dropped' | 'restored';

/** A list whose entries can be moved: by mouse or touch on their grips, and by keyboard. */
export interface ReorderProps {
  /** The entries in their order; each is a child of the list with `data-item`. */
  ids: readonly string[];
  list: RefObject<HTMLElement | null>;
  /** The layout of the entries: below each other, or side by side in reading direction. */
  axis: 'x' | 'y';
  onOrder: (ids: readonly string[]) => void;
  /** The announcement for a live region; `position` counts from 1. */
  say: (step: ReorderStep, id: string, position: number) => string;
}

/** The state and handlers for a list and its grips. */
export interface Reorder {
  /** The order to render: while an entry is held, this is the order after dropping it. */
  order: readonly string[];
  held: string | null;
  /** The text for a live region. */
  said: string;
  grip: (id: string) => {
    'aria-pressed': boolean;
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
    onBlur: () => void;
  };
  /** Lets a mouse drag the entry itself; a click without moving stays a click. */
  drag: (id: string) => { onPointerDown: (event: PointerEvent) => void };
}

interface Held {
  id: string;
  order: readonly string[];
  by: 'key' | 'pointer';
}

/** A mouse that moves less than this between press and release has clicked, in pixels. */
const CLICK_SLACK = 6;

/**
 * Moves the entries of a list. Space picks up an entry by its grip, arrows move it, Space drops it, Escape restores it.
 * The order is reported once, when the entry is dropped.
 */
export function useReorder(props: ReorderProps): Reorder {
  const { list, axis } = props;
  const holding = useHolding(props);
  const { live, held, order, said, take, move, drop, restore } = holding;
  useShownWhileHeld(list, held);
  const pointer = usePointerDrag({ list, axis, ...holding });
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const now = live.current;
    if (event.key === ' ' || event.key === 'Enter') {
      if (now === null) take(id, 'key');
      else drop();
    } else if (now === null) return;
    else if (event.key === 'Escape') restore();
    else {
      const to = targetOf(event, now, axis);
      if (to === null) return;
      move(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    order,
    held: held?.id ?? null,
    said,
    drag: (id) => ({
      onPointerDown: (event) => {
        // A touch on the entry scrolls the list.
        if (event.pointerType === 'mouse') pointer(id, event, CLICK_SLACK);
      },
    }),
    grip: (id) => ({
      'aria-pressed': held?.id === id,
      onBlur: () => {
        if (live.current?.by === 'key') drop();
      },
      onPointerDown: (event) => pointer(id, event, 0),
      onKeyDown: (event) => onKeyDown(id, event),
    }),
  };
}

/** Returns the held entry, the resulting order, and the actions on it. */
function useHolding({ ids, onOrder, say }: ReorderProps) {
  const [state, setState] = useState<Held | null>(null);
  const [said, setSaid] = useState('');
  // The list may have changed while an entry is held.
  const held = state !== null && isSameSet(state.order, ids) ? state : null;
  const live = useRef<Held | null>(null);
  useLayoutEffect(() => {
    live.current = held;
  });
  const hold = (next: Held | null, step: ReorderStep, id: string, at: readonly string[]) => {
    live.current = next;
    setState(next);
    setSaid(say(step, id, at.indexOf(id) + 1));
  };
  return {
    held,
    live,
    said,
    order: held?.order ?? ids,
    take: (id: string, by: Held['by']) => hold({ id, order: ids, by }, 'taken', id, ids),
    move: (to: number) => {
      const now = live.current;
      if (now === null) return;
      const order = movedTo(now.order, now.id, to);
      if (order.some((id, at) => id !== now.order[at])) hold({ ...now, order }, 'moved', now.id, order);
    },
    drop: () => {
      const now = live.current;
      if (now === null) return;
      hold(null, 'dropped', now.id, now.order);
      if (now.order.some((id, at) => id !== ids[at])) onOrder(now.order);
    },
    restore: () => {
      if (live.current !== null) hold(null, 'restored', live.current.id, ids);
    },
  };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}

/** Returns the order with one entry moved to another position; positions outside the list mean its ends. */
export function movedTo(order: readonly string[], id: string, to: number): readonly string[] {
  const others = order.filter((other) => other !== id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, id);
}

/** Returns the target position of a key, or null if it does not move entries. Arrows move in their visual direction. */
function targetOf(event: KeyboardEvent, { id, order }: Held, axis: 'x' | 'y'): number | null {
  const at = order.indexOf(id);
  const back = axis === 'x' && getComputedStyle(event.currentTarget).direction === 'rtl';
  const steps: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    ArrowLeft: back ? at + 1 : at - 1,
    ArrowRight: back ? at - 1 : at + 1,
    Home: 0,
    End: order.length - 1,
  };
  return steps[event.key] ?? null;
}

/** Keeps the held entry in sight. */
function useShownWhileHeld(list: RefObject<HTMLElement | null>, held: Held | null): void {
  useEffect(() => {
    if (held === null) return;
    itemsOf(list.current)
      .find((item) => item.dataset['item'] === held.id)
      // A browser without layout has nothing to scroll.
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [list, held]);
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [data-item]') ?? [])];
}

interface DragDeps extends Pick<ReorderProps, 'list' | 'axis'> {
  live: RefObject<Held | null>;
  take: (id: string, by: 'pointer') => void;
  move: (to: number) => void;
  drop: () => void;
  restore: () => void;
}

/** Follows a pointer from press to release. Listens on the window, because the entry moves in the document. */
function usePointerDrag(deps: DragDeps) {
  const now = useRef(deps);
  useLayoutEffect(() => {
    now.current = deps;
  });
  const end = useRef<AbortController | null>(null);
  useEffect(() => () => end.current?.abort(), []);
  return (id: string, event: PointerEvent, slack: number) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const from = { x: event.clientX, y: event.clientY };
    end.current?.abort();
    const stop = new AbortController();
    end.current = stop;
    let taken = false;
    const finish = (how: 'drop' | 'restore') => {
      stop.abort();
      if (!taken) return;
      now.current[how]();
      swallowClick();
    };
    const on = <Type extends keyof WindowEventMap>(type: Type, run: (one: WindowEventMap[Type]) => void) =>
      addEventListener(type, run, { signal: stop.signal, capture: true });
    on('pointermove', (moved) => {
      const { list, axis, take, move } = now.current;
      if (!taken && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < slack) return;
      if (!taken) take(id, 'pointer');
      taken = true;
      const to = placeUnder(itemsOf(list.current), id, axis, moved);
      if (to !== null) move(to);
    });
    on('pointerup', () => finish('drop'));
    on('pointercancel', () => finish('restore'));
    on('keydown', (key) => {
      if (key.key !== 'Escape' || !taken) return;
      key.preventDefault();
      key.stopPropagation();
      finish('restore');
    });
  };
}

/** Suppresses the click that ends a drag. It follows the release at once, or never comes. */
function swallowClick(): void {
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the position under the pointer; it must pass the middle of an entry, so that nothing flickers. */
function placeUnder(
  items: readonly HTMLElement[],
  id: string,
  axis: 'x' | 'y',
  { clientX, clientY }: { clientX: number; clientY: number },
): number | null {
  const own = items.findIndex((item) => item.dataset['item'] === id);
  const [first] = items;
  if (own < 0 || first === undefined) return null;
  const back = axis === 'x' && getComputedStyle(first).direction === 'rtl' ? -1 : 1;
  const isPast = (item: HTMLElement) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return axis === 'y' ? clientY - (top + height / 2) : (clientX - (left + width / 2)) * back;
  };
  const before = items.findIndex((item, at) => at < own && isPast(item) < 0);
  if (before >= 0) return before;
  const after = items.findLastIndex((item, at) => at > own && isPast(item) > 0);
  return after >= 0 ? after : null;
}
