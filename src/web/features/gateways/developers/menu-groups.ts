import { GUIDES } from './guides.ts';
import type { Reference } from './reference.ts';

/** An entry of the menu. */
export interface MenuEntry {
  page: string;
  label: string;
  method?: string;
  /** The text that a search matches. */
  words: string;
}

/** A group of entries. Guides have no name here: their group has a translated name. */
export interface MenuGroup {
  id: string;
  /** Undefined for the guides. */
  name?: string;
  entries: readonly MenuEntry[];
}

/** Returns all entries of the reference that match a search. */
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
