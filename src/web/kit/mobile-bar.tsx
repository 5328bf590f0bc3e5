import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';
import { createStore, useStore } from '#web/ui/store.ts';

/** Places in the shell's phone layout that a page may fill; null where the shell shows none (wide screens). */
export interface BarSlots {
  start: HTMLElement | null;
  title: HTMLElement | null;
  actions: HTMLElement | null;
  bottom: HTMLElement | null;
}

/** Filled in by the shell. */
export const barSlots = createStore<BarSlots>(
  { start: null, title: null, actions: null, bottom: null },
  'page',
);

/**
 * The content of a page in the phone's top bar: its title (the page's `h1` there), icon actions at the end, and
 * optionally a back button instead of the menu (`start`) and its own actions instead of the navigation (`bottom`).
 */
export function MobileBar(props: {
  title: ReactNode;
  actions?: ReactNode;
  start?: ReactNode;
  bottom?: ReactNode;
}) {
  const slots = useStore(barSlots);
  return (
    <>
      {slots.title !== null && createPortal(<h1 tabIndex={-1}>{props.title}</h1>, slots.title)}
      {slots.actions !== null && props.actions !== undefined && createPortal(props.actions, slots.actions)}
      {slots.start !== null && props.start !== undefined && createPortal(props.start, slots.start)}
      {slots.bottom !== null && props.bottom !== undefined && createPortal(props.bottom, slots.bottom)}
    </>
  );
}
