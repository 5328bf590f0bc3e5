import type { TFunction } from 'i18next';
import { filterOf } from '#contract/mailbox/search-words.ts';
import { formatDate, formatDay } from '#web/kit/format-date.ts';

/** Returns a day in the reader's time zone as YYYY-MM-DD, `days` from today. */
export function dayFromNow(days: number): string {
  const [month, day, year] = formatDate(new Date()).split('/').map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + days));
  return date.toISOString().slice(0, 10);
}

/** Returns the text of a due date, and whether it is today or past. */
export function dueWords(due: string, t: TFunction): { words: string; tone: 'late' | 'today' | 'later' } {
  const today = dayFromNow(0);
  if (due === today) return { words: t('team.today'), tone: 'today' };
  if (due === dayFromNow(1)) return { words: t('team.tomorrow'), tone: 'later' };
  return { words: formatDay(due), tone: due < today ? 'late' : 'later' };
}

/** The searches behind the team's lists. They are the same in everybody's address. */
export const TEAM_LISTS = {
  mine: 'assigned:me is:open',
  unassigned: 'assigned:nobody is:open',
  due: 'due:today is:open',
  mentions: 'mentions:me',
} as const;
export type TeamList = keyof typeof TEAM_LISTS;

/** Returns the search for a tag. */
export function tagSearch(name: string): string {
  return /\s/.test(name) ? `tag:"${name}"` : `tag:${name}`;
}

/** Returns the team list that a search stands for; undefined for any other search. */
export function teamListOf(q: string): TeamList | undefined {
  return (Object.keys(TEAM_LISTS) as TeamList[]).find((list) => TEAM_LISTS[list] === q);
}

/** Returns the title of a search for a team list or a tag; undefined for any other. */
export function teamTitle(q: string, t: TFunction): string | undefined {
  const list = teamListOf(q);
  if (list !== undefined) return t(`team.lists.${list}`);
  const tag = filterOf(q, 'tag');
  return tag !== '' && tagSearch(tag) === q ? tag : undefined;
}
