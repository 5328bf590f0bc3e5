import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamReply } from '#contract/mailbox/team.ts';
import { READING_SECONDS, faxReaders, readWork, team } from '#contract/mailbox/team.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';

/** The key that live events make stale; the interval is for browsers that lost the stream. */
export const TEAM = ['team'] as const;
const REFRESH_MS = 60_000;

const teamOptions = queryOptions({
  queryKey: [...TEAM, 'all'] as const,
  queryFn: async () => await callApi(team),
  refetchInterval: REFRESH_MS,
});

/** Returns the people, tags and counts of the account; undefined while loading, and if nobody has a personal login. */
export function useTeam(): TeamReply | undefined {
  const enabled = useMainData()?.team === true;
  const { data } = useQuery({ ...teamOptions, enabled });
  return enabled ? data : undefined;
}

/** Loads the work and the notes of a fax. Loading marks the notes to the signed-in person as read. */
export function workOptions(fid: string) {
  return queryOptions({
    queryKey: [...TEAM, 'fax', fid] as const,
    queryFn: async () => await callApi(readWork, { query: { fid } }),
  });
}

/** Often enough to count as reading while a fax is open and on the screen. */
const READING_MS = (READING_SECONDS / 3) * 1000;

/** Loads who else has a fax open. Loading also registers the signed-in person as a reader. */
export function readersOptions(fid: string) {
  return queryOptions({
    queryKey: ['readers', fid] as const,
    queryFn: async () => (await callApi(faxReaders, { query: { fid } })).readers,
    refetchInterval: READING_MS,
  });
}
