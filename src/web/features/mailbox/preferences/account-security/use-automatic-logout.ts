import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAutomaticLogout, putAutomaticLogout } from '#contract/identity/account-security.ts';
import type { AutomaticLogout, IdleMinutes } from '#contract/identity/account-security.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useInstant } from '#web/kit/use-instant.ts';
import type { SavedMark } from '#web/kit/use-instant.ts';

const logoutQuery = queryOptions({
  queryKey: ['automatic-logout'],
  queryFn: async () => await callApi(getAutomaticLogout),
});

/** The idle time after which browsers are logged out. Each choice is saved at once. */
export interface LogoutChoice {
  /** Undefined until it is loaded. */
  setting: AutomaticLogout | undefined;
  failed: boolean;
  mark: SavedMark;
  /** Why the last change was not saved. */
  refused: string | undefined;
  choose: (minutes: IdleMinutes | null) => void;
}

/** Loads and changes the setting, if the user may. */
export function useAutomaticLogout(enabled: boolean): LogoutChoice {
  const { data, isError } = useQuery({ ...logoutQuery, enabled });
  const { mark, refused, change } = useInstant<AutomaticLogout>(
    logoutQuery.queryKey,
    async ({ minutes = null }) => (await callApi(putAutomaticLogout, { body: { minutes } })).data,
  );
  return {
    setting: data,
    failed: isError && data === undefined,
    mark,
    refused: refused?.text,
    choose: (minutes) => change({ minutes }),
  };
}
