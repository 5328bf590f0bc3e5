/** The kinds of placeholder in the reader while no fax is open (INBOX-32 to INBOX-36). */
export type PlaceholderKind = 'welcome' | 'select' | 'empty' | 'search' | 'selected';

/**
 * Returns the placeholder to show. A selection takes precedence over a search, a search over an empty folder; `welcome`
 * appears only initially.
 */
export function placeholderKind(now: {
  selected: number;
  q: string;
  total: number;
  loading: boolean;
  firstEntry: boolean;
}): PlaceholderKind {
  if (now.selected > 0) return 'selected';
  if (now.q !== '' && !now.loading) return 'search';
  if (now.firstEntry) return 'welcome';
  return now.total === 0 && !now.loading ? 'empty' : 'select';
}
