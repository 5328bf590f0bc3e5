import type { TFunction } from 'i18next';
import { MAX_PAGES, readSearchLine } from '#contract/mailbox/search-words.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';

/** Returns “On or after 10/01/2026” or “10/01/2026 – 11/05/2026”; empty without such a filter. */
export function dateWords(line: string, t: TFunction): string {
  const { after, before } = readSearchLine(line).query;
  if (after !== null && before !== null) return `${shownDay(after)} – ${shownDay(before)}`;
  if (after !== null) return t('inbox.filter.afterDay', { day: shownDay(after) });
  return before === null ? '' : t('inbox.filter.beforeDay', { day: shownDay(before) });
}

/** Formats a day like the lists; it belongs to no time zone, so the format for moments does not apply. */
function shownDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Returns “From dana”; empty without such a filter. */
export function partyWords(line: string, t: TFunction): string {
  return readSearchLine(line)
    .query.parties.map(({ side, text }) =>
      t(`inbox.filter.sides.${side}`, { party: /^\d{10,11}$/.test(text) ? formatFaxNumber(text) : text }),
    )
    .join(', ');
}

/** Returns “Pages: 2–5”; empty without such a filter. */
export function pageWords(line: string, t: TFunction): string {
  const { min, max } = readSearchLine(line).query.pages;
  if (min === 0 && max === MAX_PAGES) return '';
  if (max === MAX_PAGES) return t('inbox.filter.pagesFrom', { min });
  if (min === 0) return t('inbox.filter.pagesTo', { max });
  return t('inbox.filter.pagesExactly', { pages: min === max ? min : `${min}–${max}` });
}
