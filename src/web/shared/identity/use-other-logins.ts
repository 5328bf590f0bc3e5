import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { otherLogins } from '#contract/identity/other-logins.ts';
import type { OtherLogin } from '#contract/identity/other-logins.ts';
import { callApi } from '#web/kit/call-api.ts';

const LOGINS = ['other-logins'];

/** The other logins of the account, and the ids of those that keep access when the password changes. */
export interface OtherLogins {
  logins: readonly OtherLogin[];
  kept: readonly string[];
  keep: (kept: readonly string[]) => void;
  /** Whether the list is loaded. Until then the password must not change: logins that nobody saw would be removed. */
  isLoaded: boolean;
  hasFailed: boolean;
  retry: () => void;
  /** Loads the list again. Returns whether it has a login that was not shown yet. Throws if it cannot be loaded. */
  hasNew: () => Promise<boolean>;
}

export function useOtherLogins(): OtherLogins {
  const [kept, keep] = useState<readonly string[]>([]);
  const list = useQuery({ queryKey: LOGINS, queryFn: async () => (await callApi(otherLogins)).logins });
  const logins = list.data ?? [];
  return {
    logins,
    kept,
    keep,
    isLoaded: list.isSuccess,
    hasFailed: list.isError && !list.isFetching,
    retry: () => void list.refetch(),
    hasNew: async () => {
      const shown = new Set(logins.map(({ id }) => id));
      const { data } = await list.refetch({ throwOnError: true });
      return data?.some(({ id }) => !shown.has(id)) === true;
    },
  };
}
