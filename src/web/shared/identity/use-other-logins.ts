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
  /** The ids of those that stay, and of those that the person has seen, as the call takes them. */
  choice: { keep: string[]; shown: string[] };
  /** Whether the list is loaded. Until then the password must not change: logins that nobody saw would be removed. */
  isLoaded: boolean;
  hasFailed: boolean;
  /** Loads the list again. */
  reload: () => void;
}

export function useOtherLogins(): OtherLogins {
  const [kept, keep] = useState<readonly string[]>([]);
  const list = useQuery({ queryKey: LOGINS, queryFn: async () => (await callApi(otherLogins)).logins });
  const logins = list.data ?? [];
  return {
    logins,
    kept,
    keep,
    choice: { keep: [...kept], shown: logins.map(({ id }) => id) },
    isLoaded: list.isSuccess,
    hasFailed: list.isError && !list.isFetching,
    reload: () => void list.refetch(),
  };
}
