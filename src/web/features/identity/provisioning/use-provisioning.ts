import { useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  giveGroupRole,
  provisioning,
  provisioningCalls,
  takeGroupRole,
} from '#contract/identity/provisioning.ts';
import type { Provisioning, ProvisioningCall } from '#contract/identity/provisioning.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';

const KEY = ['provisioning'];
/** How often the page is refetched, in ms: the directory calls while people set it up and watch here. */
const REFRESH_MS = 10_000;

/** A group of the directory, with the roles of its members. */
export type DirectoryGroup = Provisioning['groups'][number];
/** Which calls are shown. */
export type Shown = 'all' | 'changes' | 'errors';

/** The directory of an administrator, and its settings. */
export interface Directory extends PageData {
  state: Provisioning | undefined;
  calls: readonly ProvisioningCall[] | undefined;
  callsFailed: boolean;
  shown: Shown;
  show: (shown: Shown) => void;
  /** Assigns a group a role on an account (null: on all, or for the administrator); returns whether it succeeded. */
  give: (group: DirectoryGroup, account: string | null, role: AnyRole) => Promise<boolean>;
  take: (group: DirectoryGroup, id: string) => void;
}

/** Loads the directory and its latest calls, and changes the roles of groups. */
export function useProvisioning(): Directory {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [shown, show] = useState<Shown>('all');
  const state = useQuery({
    queryKey: KEY,
    queryFn: async () => await callApi(provisioning),
    refetchInterval: REFRESH_MS,
  });
  const calls = useQuery({
    queryKey: [...KEY, 'calls', shown],
    queryFn: async () => await callApi(provisioningCalls, { query: { show: shown } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const change = async (done: string, call: () => Promise<unknown>) => {
    const words = { waiting: t('provisioning.saving'), done, failed: t('provisioning.failed') };
    const error = await runChange(words, call);
    await client.invalidateQueries({ queryKey: KEY });
    return error === null;
  };
  return {
    state: state.data,
    calls: calls.data?.calls,
    callsFailed: calls.isError && calls.data === undefined,
    shown,
    show,
    loading: state.isPending,
    failed: state.isError && state.data === undefined,
    reload: () => void client.invalidateQueries({ queryKey: KEY }),
    give: async ({ id, name }, account, role) =>
      await change(
        t('provisioning.given', { name }),
        async () => await callApi(giveGroupRole, { body: { group: id, account, role } }),
      ),
    take: ({ name }, id) =>
      void change(
        t('provisioning.taken', { name }),
        async () => await callApi(takeGroupRole, { body: { id } }),
      ),
  };
}
