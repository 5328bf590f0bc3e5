import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endSession, ownSessions } from '#contract/identity/account-security.ts';
import type { OwnSession } from '#contract/identity/account-security.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange, runForEach } from '#web/kit/run-change.ts';

/** The sessions of the account. */
export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await callApi(ownSessions)).sessions,
});

/** The sessions, and the actions that end them; if the list `failed` to load, the rest of the page remains usable. */
export interface Sessions {
  sessions: readonly OwnSession[];
  loading: boolean;
  failed: boolean;
  end: (id: string) => Promise<void>;
  /** Ends all sessions except that of this browser. */
  endOthers: () => Promise<void>;
}

/** Loads the list once for the page. */
export function useSessions(): Sessions {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  return {
    sessions: query.data ?? [],
    loading: query.isPending,
    failed: query.isError,
    end: async (id) => {
      const words = {
        waiting: t('security.sessions.ending'),
        done: t('security.sessions.ended'),
        failed: t('security.sessions.endFailed'),
      };
      await runChange(words, () => callApi(endSession, { body: { id } }));
      await client.invalidateQueries(sessionsQuery);
    },
    endOthers: async () => {
      const words = {
        waiting: () => t('security.sessions.ending'),
        done: t('security.sessions.endedOthers'),
        failed: t('security.sessions.endFailed'),
      };
      const others = (query.data ?? []).filter(({ current }) => !current);
      await runForEach(words, others, ({ id }) => callApi(endSession, { body: { id } }));
      await client.invalidateQueries(sessionsQuery);
    },
  };
}
