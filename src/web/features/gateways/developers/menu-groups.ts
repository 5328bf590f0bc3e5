import { GUIDES } from './guides.ts';
import type { Reference } from './reference.ts';

/** One line of the menu. */
export interface MenuEntry {
  page: string;
  label: string;
  method?: string;
  /** What a search looks through. */
  words: string;
}

/** Lines that belong together; guides have no name of their own here, their group is named in the reader's language. */
export interface MenuGroup {
  id: string;
  /** Undefined for the guides. */
  name?: string;
  entries: readonly MenuEntry[];
}

/** Everything that the reference has, narrowed to what was searched for. */
export function menuGroups({ calls, document }: Reference, query: string): MenuGroup[] {
  const guides = GUIDES.map(({ page, title, text }) => ({ page, label: title, words: `${title} ${text}` }));
  const groups: MenuGroup[] = [
    { id: 'guides', entries: guides },
    ...document.tags.map(({ name }) => ({
      id: name,
      name,
      entries: calls
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ page, method, path, operation }) => ({
          page,
          method,
          label: operation.summary,
          words: [method, path, operation.operationId, operation.summary, operation.description].join(' '),
        })),
    })),
  ];
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) =>
        words.every((word) => entry.words.toLowerCase().includes(word)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}
