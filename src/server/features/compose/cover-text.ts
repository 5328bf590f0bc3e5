import { formatFaxNumber } from '#contract/kit/fax-number.ts';

import type { CoverFields } from './message.ts';

/** Gives the sentence under a key of the locale files in the sender's language. */
export type Say = (key: string) => string;

/** A plain typed cover page: what the sender filled in, one line each, then the comments. */
export function coverText(cover: CoverFields, from: string, say: Say): string {
  const rows: [string, string][] = [
    ['to', cover.toPerson],
    ['company', cover.toCompany],
    ['location', cover.toLocation],
    ['phone', cover.toPhone],
    ['from', formatFaxNumber(from) ?? from],
    ['regarding', cover.regarding],
  ];
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${say(`cover.${key}`)}: ${value}`);
  const parts = [say('cover.title'), lines.join('\n\n'), cover.comments, cover.footer];
  return `${parts.filter((part) => part !== '').join('\n\n\n')}\n`;
}
