/** What the reader shows while no fax is open (INBOX-32 to INBOX-36). */
export type PlaceholderKind = 'welcome' | 'select' | 'empty' | 'search' | 'selected';

/** Which placeholder fits. A selection says more than a search, a search more than an empty folder; `welcome` greets only at first. */
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
