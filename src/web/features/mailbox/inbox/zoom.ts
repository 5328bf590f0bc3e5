import { keptChoice } from '#web/kit/kept-choice.ts';
import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';

/** The size of pages: as wide as the area, whole, or in percent of the paper size. */
export type Zoom = 'width' | 'page' | number;

/** The places in which pages are read; each has its own zoom. */
export type ReaderPlace = 'beside' | 'below' | 'phone';

/** The percentages through which + and − step. */
export const ZOOM_STEPS = [25, 33, 50, 67, 75, 100, 125, 150, 200, 300, 400] as const;
const LEAST = ZOOM_STEPS[0];
const MOST = 400;

/** The width of the shorter side of letter paper at 100 %, in pixels: 8.5 inches at 96 dpi. */
export const PAPER_WIDTH = 816;

/** The zoom of each place. The device stores the last one beside and below the list; phones start at screen width. */
export const zoomIn: Readonly<Record<ReaderPlace, Store<Zoom>>> = {
  beside: keptChoice('f2e.zoom.beside', (kept) => readZoom(kept, 'width')),
  below: keptChoice('f2e.zoom.below', (kept) => readZoom(kept, 50)),
  phone: createStore<Zoom>('width', 'page'),
};

function readZoom(kept: string | null, first: Zoom): Zoom {
  if (kept === 'width' || kept === 'page') return kept;
  const percent = Number(kept ?? Number.NaN);
  return Number.isFinite(percent) ? bounded(percent) : first;
}

/** Limits a percentage to the allowed range. */
export function bounded(percent: number): number {
  return Math.round(Math.min(Math.max(percent, LEAST), MOST));
}

/** Returns the next step above (1) or below (-1) the current percentage. */
export function stepFrom(percent: number, direction: 1 | -1): number {
  const steps = direction === 1 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  return steps.find((step) => (step - percent) * direction > 0) ?? bounded(percent);
}

/** Returns the zoom command of a key while the focus is on the pages: larger, smaller, as wide as the area. */
export function zoomKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === '+' || event.key === '=') return 'in';
  if (event.key === '-') return 'out';
  return event.key === '0' ? 'width' : null;
}

/** Returns the pages of the page area, first to last. */
export function pagesOf(area: HTMLElement): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>('.page')];
}

/** Returns the percentage at which the first page is shown; 100 if there is no layout. */
export function shownPercent(area: HTMLElement | null): number {
  const page = area === null ? undefined : pagesOf(area)[0];
  const shorter = Math.min(page?.offsetWidth ?? 0, page?.offsetHeight ?? 0);
  return shorter === 0 ? 100 : (shorter / PAPER_WIDTH) * 100;
}

/** A point of a page, and its position on the screen. */
export interface Anchor {
  page: HTMLElement;
  across: number;
  down: number;
  x: number;
  y: number;
}

/** Returns the point under a screen position, by default the middle of the page area. */
export function anchorAt(area: HTMLElement, point?: { x: number; y: number }): Anchor | null {
  const frame = area.getBoundingClientRect();
  const { x, y } = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
  const pages = pagesOf(area);
  const page = pages.find((one) => one.getBoundingClientRect().bottom >= y) ?? pages.at(-1);
  if (page === undefined) return null;
  const { left, top, width, height } = page.getBoundingClientRect();
  return { page, across: (x - left) / (width || 1), down: (y - top) / (height || 1), x, y };
}

/** Scrolls so that the point of the page stays at its screen position. */
export function holdAnchor(area: HTMLElement, { page, across, down, x, y }: Anchor): void {
  const { left, top, width, height } = page.getBoundingClientRect();
  area.scrollLeft += left + across * width - x;
  area.scrollTop += top + down * height - y;
}
