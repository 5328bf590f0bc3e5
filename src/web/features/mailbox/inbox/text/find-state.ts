import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { findHits } from '#contract/mailbox/page-words.ts';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { createStore } from '#web/ui/store.ts';
import { placedWords, turnedBox, turnedSize } from './turned-box.ts';
import type { Box } from './turned-box.ts';
import type { Rotation } from '../page-turns.ts';

/** What was found of it, once for all parts that show it. */
export interface Found {
  fid: string;
  hits: readonly Hit[];
  /** The present one, from 0; -1 where there is none. */
  at: number;
  /** All pages were read and have come. */
  complete: boolean;
}

/** Null while the bar is closed. */
export const found = createStore<Found | null>(null, 'session');

/** Words that were typed, phrases in quotes as one. */
export function typedWords(typed: string): string[] {
  return readSearchLine(typed).query.words;
}

/** A place on a page that says what was typed. */
export interface Hit {
  page: number;
  /** The words, in dots of the page. */
  boxes: Box[];
}

/** Where the pages say what was typed, in order. */
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

/** A box in shares of the page as it is shown. */
export function shareOf(box: Box, rotation: Rotation, page: { width: number; height: number }): Box {
  const { x, y, w, h } = turnedBox(box, rotation, page);
  const { width, height } = turnedSize(page, rotation);
  return { x: x / width, y: y / height, w: w / width, h: h / height };
}
