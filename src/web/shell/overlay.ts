import { createStore } from '#web/ui/store.ts';

/** The overlay that a key or a menu opened over the page, and the element that had the focus before. */
interface Overlay {
  kind: 'palette' | 'shortcuts' | 'accounts';
  before: Element | null;
}

export const overlay = createStore<Overlay | null>(null, 'session');

/** Opens the palette, the list of shortcuts or the person's list of accounts over the page. */
export function openOverlay(kind: Overlay['kind']): void {
  overlay.set({ kind, before: document.activeElement });
}
