import { keptChoice } from '#web/kit/kept-choice.ts';
import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';

/** How large pages are shown: as wide as the area, whole, or in percent of the paper. */
export type Zoom = 'width' | 'page' | number;

/** Where pages are read; each place has a zoom of its own. */
export type ReaderPlace = 'beside' | 'below' | 'phone';

/** Percent that + and − go through. */
export const ZOOM_STEPS = [25, 33, 50, 67, 75, 100, 125, 150, 200, 300, 400] as const;
const LEAST = ZOOM_STEPS[0];
const MOST = 400;

/** Pixels of the shorter side of letter paper at 100 %: 8.5 inches of 96. */
export const PAPER_WIDTH = 816;

/** The last choice beside and below the list is kept on the device; on a phone each fax begins as wide as the screen. */
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

/** Percent within what can be chosen. */
export function bounded(percent: number): number {
  return Math.round(Math.min(Math.max(percent, LEAST), MOST));
}

/** The next step above (1) or below (-1) the percent shown now. */
export function stepFrom(percent: number, direction: 1 | -1): number {
  const steps = direction === 1 ? ZOOM_STEPS : ZOOM_STEPS.toReversed();
  return steps.find((step) => (step - percent) * direction > 0) ?? bounded(percent);
}

/** What a key means while the focus is on the pages: larger, smaller, as wide as the area. */
export function zoomKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === '+' || event.key === '=') return 'in';
  if (event.key === '-') return 'out';
  return event.key === '0' ? 'width' : null;
}

/** Pages of the page area, first to last. */
export function pagesOf(area: HTMLElement): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>('.page')];
}

/** The percent that the first page is shown at; 100 where nothing is laid out. */
export function shownPercent(area: HTMLElement | null): number {
  const page = area === null ? undefined : pagesOf(area)[0];
  const shorter = Math.min(page?.offsetWidth ?? 0, page?.offsetHeight ?? 0);
  return shorter === 0 ? 100 : (shorter / PAPER_WIDTH) * 100;
}

/** A point of a page, and where on the screen it is. */
export interface Anchor {
  page: HTMLElement;
  across: number;
  down: number;
  x: number;
  y: number;
}

/** What lies under a point of the screen, by default the middle of the page area. */
export function anchorAt(area: HTMLElement, point?: { x: number; y: number }): Anchor | null {
  const frame = area.getBoundingClientRect();
  const { x, y } = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
  const pages = pagesOf(area);
  const page = pages.find((one) => one.getBoundingClientRect().bottom >= y) ?? pages.at(-1);
  if (page === undefined) return null;
  const { left, top, width, height } = page.getBoundingClientRect();
  return { page, across: (x - left) / (width || 1), down: (y - top) / (height || 1), x, y };
}

/** Scrolls so that the point of the page is where it was on the screen. */
export function holdAnchor(area: HTMLElement, { page, across, down, x, y }: Anchor): void {
  const { left, top, width, height } = page.getBoundingClientRect();
  area.scrollLeft += left + across * width - x;
  area.scrollTop += top + down * height - y;
}
