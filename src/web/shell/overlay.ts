import { createStore } from '#web/ui/store.ts';

/** What lies over the page because a key or a menu asked for it, and what had the focus before. */
interface Overlay {
  kind: 'palette' | 'shortcuts' | 'accounts';
  before: Element | null;
}

export const overlay = createStore<Overlay | null>(null, 'session');

/** Opens the palette, the list of shortcuts or the list of one's accounts over the page. */
export function openOverlay(kind: Overlay['kind']): void {
  overlay.set({ kind, before: document.activeElement });
}
