import { useEffect, useMemo } from 'react';
import type { TeamReply } from '#contract/mailbox/team.ts';
import { useTeam } from '#web/shared/mailbox/team/team-queries.ts';
import { teamNames } from './team-names.ts';
import type { TeamNames } from './team-names.ts';

/** Provides the names of people and tags to the rows. Renders nothing. */
export function TeamNamesFeed() {
  const team = useTeam();
  const text = useMemo(() => (team === undefined ? '' : JSON.stringify(namesOf(team))), [team]);
  useEffect(() => {
    if (text !== '') teamNames.set(JSON.parse(text) as TeamNames);
  }, [text]);
  return null;
}

function namesOf({ people, tags }: TeamReply): TeamNames {
  return {
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    tags: Object.fromEntries(tags.map(({ id, name, color }) => [id, { name, color }])),
  };
}
