import type { TFunction } from 'i18next';
import { filterOf } from '#contract/mailbox/search-words.ts';
import { formatDate, formatDay } from '#web/kit/format-date.ts';

/** A day in the reader's zone as YYYY-MM-DD, so many days from today. */
export function dayFromNow(days: number): string {
  const [month, day, year] = formatDate(new Date()).split('/').map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + days));
  return date.toISOString().slice(0, 10);
}

/** How a due date is said, and whether it is today or past. */
export function dueWords(due: string, t: TFunction): { words: string; tone: 'late' | 'today' | 'later' } {
  const today = dayFromNow(0);
  if (due === today) return { words: t('team.today'), tone: 'today' };
  if (due === dayFromNow(1)) return { words: t('team.tomorrow'), tone: 'later' };
  return { words: formatDay(due), tone: due < today ? 'late' : 'later' };
}

/** The searches behind the lists of a team. Everybody sees them alike in the address. */
export const TEAM_LISTS = {
  mine: 'assigned:me is:open',
  unassigned: 'assigned:nobody is:open',
  due: 'due:today is:open',
  mentions: 'mentions:me',
} as const;
export type TeamList = keyof typeof TEAM_LISTS;

/** The search for a tag. */
export function tagSearch(name: string): string {
  return /\s/.test(name) ? `tag:"${name}"` : `tag:${name}`;
}

/** The list of the team that a search is; undefined for any other search. */
export function teamListOf(q: string): TeamList | undefined {
  return (Object.keys(TEAM_LISTS) as TeamList[]).find((list) => TEAM_LISTS[list] === q);
}

/** What a search is called that is a list of the team or a tag; undefined for any other. */
export function teamTitle(q: string, t: TFunction): string | undefined {
  const list = teamListOf(q);
  if (list !== undefined) return t(`team.lists.${list}`);
  const tag = filterOf(q, 'tag');
  return tag !== '' && tagSearch(tag) === q ? tag : undefined;
}
