import type { TeamReply } from '#contract/mailbox/team.ts';
import { createStore } from '#web/ui/store.ts';

/** The names of people and tags, by id. */
export interface TeamNames {
  people: Readonly<Record<string, string>>;
  tags: Readonly<Record<string, Pick<TeamReply['tags'][number], 'name' | 'color'>>>;
}

/** Shared by the rows of a list: a query for each of them would be a hundred. It stays the same object while only counts change. */
export const teamNames = createStore<TeamNames>({ people: {}, tags: {} }, 'session');
