import type { TeamReply } from '#contract/mailbox/team.ts';
import { createStore } from '#web/ui/store.ts';

/** The names of people and tags, by id. */
export interface TeamNames {
  people: Readonly<Record<string, string>>;
  tags: Readonly<Record<string, Pick<TeamReply['tags'][number], 'name' | 'color'>>>;
}

/** Shared by the rows, which would otherwise run a hundred queries. The same object while only counts change. */
export const teamNames = createStore<TeamNames>({ people: {}, tags: {} });
