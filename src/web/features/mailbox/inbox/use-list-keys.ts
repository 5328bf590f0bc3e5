import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { SINGLE_KEYS, useHotkeys } from '#web/kit/hotkeys.ts';
import { commandFor } from './list-keys.ts';
import type { ListCommand } from './list-keys.ts';
import type { SelectionVerbs } from './use-selection.ts';

/** The actions of keys and clicks in the list. */
export interface ListVerbs {
  selection: SelectionVerbs;
  /** `replace`: Back does not return to the previous fax. */
  open: (id: string, replace?: boolean) => void;
  /** Acts on the selection or, without one, on the row with the focus. */
  remove: (active: string) => void;
  archive: (active: string) => void;
  /** Whether a tap on a row selects it (on phones, once anything is selected) instead of opening it. */
  tapChecks: boolean;
}

/** The roving focus of the list and its handlers. */
export interface ListKeys {
  list: RefObject<HTMLDivElement | null>;
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * Handles keyboard and mouse of the listbox: one row is reachable by Tab, and arrows move from there. When the focused
 * row leaves (deleted, archived), the row that takes its place gets the focus.
 */
export function useListKeys(ids: readonly string[], opened: string | null, verbs: ListVerbs): ListKeys {
  const list = useRef<HTMLDivElement>(null);
  const { active, activate } = useActiveRow(ids, opened, list);
  const onFocusChange = useKeptFocus(ids, opened, active, list);
  const run = (command: ListCommand) => {
    const { selection } = verbs;
    if (command.kind === 'move') {
      if (command.extend && active !== undefined) selection.extend(active, command.to);
      activate(command.to);
      rowOf(list.current, command.to)?.focus();
    } else if (command.kind === 'toggle') selection.toggle(command.id);
    else if (command.kind === 'open') verbs.open(command.id);
    else if (command.kind === 'delete') verbs.remove(command.id);
    else if (command.kind === 'archive') verbs.archive(command.id);
    else if (command.kind === 'all') selection.toggleAll();
    else selection.clear();
  };
  useSingleKeys({ ids, opened, active, list, activate }, run, verbs.open);
  return {
    list,
    active,
    onKeyDown: (event) => {
      const command = active === undefined ? null : commandFor(event, ids, active);
      if (command === null) return;
      event.preventDefault();
      run(command);
    },
    onFocus: (event) => {
      const id = idAt(event.target);
      onFocusChange(id ?? null);
      if (id !== undefined) activate(id);
    },
    onBlur: (event) => {
      // A row that disappears passes the focus to no element, and a dialog returns it: then the row is remembered.
      const next = event.relatedTarget;
      if (next instanceof Element && next.closest(QUESTION) === null) onFocusChange(null);
    },
    onClick: (event) => {
      const id = idAt(event.target);
      if (id === undefined) return;
      activate(id);
      if (event.shiftKey) verbs.selection.extend(active ?? id, id);
      else if (checks(event) || verbs.tapChecks) verbs.selection.toggle(id);
      else verbs.open(id);
    },
  };
}

/** Handles the keys that work wherever the focus is: next fax, previous fax, and selecting the row. */
function useSingleKeys(
  at: {
    ids: readonly string[];
    opened: string | null;
    active: string | undefined;
    list: ListKeys['list'];
    activate: (id: string) => void;
  },
  run: (command: ListCommand) => void,
  open: ListVerbs['open'],
): void {
  const { ids, opened, active, list, activate } = at;
  const step = (by: 1 | -1) => {
    if (active === undefined) return;
    const inList = list.current?.contains(document.activeElement) === true;
    // The first press shows where the list is; further presses move on from there.
    const to = inList || opened !== null ? ids[ids.indexOf(active) + by] : active;
    if (to === undefined) return;
    if (inList || opened === null) run({ kind: 'move', to, extend: false });
    else activate(to);
    if (opened !== null) open(to, true);
  };
  useHotkeys([
    { key: SINGLE_KEYS.next, run: () => step(1) },
    { key: SINGLE_KEYS.previous, run: () => step(-1) },
    {
      key: SINGLE_KEYS.check,
      run: () => {
        if (active === undefined) return;
        run({ kind: 'toggle', id: active });
        rowOf(list.current, active)?.focus();
      },
    },
  ]);
}

/** Returns the row that Tab reaches. When the reader's arrows open another fax, the list follows. */
function useActiveRow(ids: readonly string[], opened: string | null, list: RefObject<HTMLElement | null>) {
  const [held, setHeld] = useState<{ id: string; index: number }>({ id: '', index: 0 });
  const active = ids.includes(held.id) ? held.id : ids[Math.min(held.index, ids.length - 1)];
  const activate = useCallback((id: string) => setHeld({ id, index: ids.indexOf(id) }), [ids]);
  const [followed, setFollowed] = useState<string | null>(null);
  if (opened !== followed) {
    setFollowed(opened);
    if (opened !== null && ids.includes(opened)) activate(opened);
  }
  useEffect(() => {
    if (opened !== null) rowOf(list.current, opened)?.scrollIntoView({ block: 'nearest' });
  }, [list, opened]);
  return { active, activate };
}

/** Gives the focus to the active row when it is lost together with the focused row, or with a closed reader. */
function useKeptFocus(
  ids: readonly string[],
  opened: string | null,
  active: string | undefined,
  list: RefObject<HTMLElement | null>,
): (id: string | null) => void {
  const focused = useRef<string | null>(null);
  const wasOpen = useRef(opened);
  useLayoutEffect(() => {
    const left = focused.current !== null && !ids.includes(focused.current);
    const closed = wasOpen.current !== null && opened === null;
    wasOpen.current = opened;
    if ((left || closed) && active !== undefined) whenFree(() => rowOf(list.current, active)?.focus());
  }, [active, ids, list, opened]);
  return useCallback((id) => {
    focused.current = id;
  }, []);
}

/** A modal; it holds the focus and returns it after fading out, to a row that may no longer exist. */
const QUESTION = '[data-modal]';
/** About a second in frames: a modal fades out in a quarter of a second. */
const FRAMES = 60;

/** Runs the callback as soon as nothing has the focus; never, if something else gets it in the meantime. */
function whenFree(run: () => void): void {
  let frames = FRAMES;
  const look = () => {
    const free = document.activeElement === document.body && document.querySelector(QUESTION) === null;
    if (free) run();
    else if (frames-- > 0) requestAnimationFrame(look);
  };
  look();
}

function checks(event: MouseEvent): boolean {
  const onBox = event.target instanceof Element && event.target.closest('[data-check]') !== null;
  return onBox || event.ctrlKey || event.metaKey;
}

function idAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
}

function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
}
