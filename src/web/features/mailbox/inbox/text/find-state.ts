import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { findHits } from '#contract/mailbox/page-words.ts';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { createStore } from '#web/ui/store.ts';
import { placedWords, turnedBox, turnedSize } from './turned-box.ts';
import type { Box } from './turned-box.ts';
import type { Rotation } from '../page-turns.ts';

/** The hits, computed once for all parts that show them. */
export interface Found {
  fid: string;
  hits: readonly Hit[];
  /** The index of the current hit, from 0; -1 if there is none. */
  at: number;
  /** Whether all pages were read and loaded. */
  complete: boolean;
}

/** Null while the bar is closed. */
export const found = createStore<Found | null>(null, 'session');

/** Returns the typed words; a phrase in quotes is one word. */
export function typedWords(typed: string): string[] {
  return readSearchLine(typed).query.words;
}

/** A place on a page that matches the typed text. */
export interface Hit {
  page: number;
  /** The boxes of the words, in dots of the page. */
  boxes: Box[];
}

/** Returns the places that match the typed text, in order. */
export function hitsOn(pages: readonly PageTextOnWire[], typed: string): Hit[] {
  const wanted = typedWords(typed);
  if (wanted.length === 0) return [];
  return pages.flatMap((page) => {
    const words = placedWords(page).flat();
    const all = findHits(
      words.map(({ text }) => text),
      wanted,
    );
    return all.map(({ at, count }) => ({ page: page.page, boxes: words.slice(at, at + count) }));
  });
}

/** Returns a box as fractions of the page as shown. */
export function shareOf(box: Box, rotation: Rotation, page: { width: number; height: number }): Box {
  const { x, y, w, h } = turnedBox(box, rotation, page);
  const { width, height } = turnedSize(page, rotation);
  return { x: x / width, y: y / height, w: w / width, h: h / height };
}
