import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryIn, ReplyOf } from '#contract/kit/call.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { ACCOUNT_SORTS, multifaxAccountInfo } from '#contract/customers/administrators.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useRefreshMultifaxData } from '#web/shared/customers/multifax-data.ts';
import type { ListPlace } from '../sub-page.ts';

/** A page of the list: its accounts, the number of accounts in use, the number allowed (MFA-40). */
export type AccountPage = ReplyOf<typeof multifaxAccountInfo>;

/** The loading state of a list or an account. */
export interface Loaded<Data> {
  data: Data | undefined;
  loading: boolean;
  failed: boolean;
  reload: () => void;
}

const KEY = ['multifax', 'accounts'];
/** The page for a 412, which means that this administrator has no accounts: returned, not thrown (MFA-12). */
const NOTHING: AccountPage = { accountList: [], totalUsed: 0, total: 0, freeServiceId: null, rows: 0 };

/** Loads a page of the accounts. */
export function useAccounts(place: ListPlace): Loaded<AccountPage> {
  const { page, search, sort, order } = place;
  const known = ACCOUNT_SORTS.find((one) => one === sort);
  const query = useQuery({
    queryKey: [...KEY, 'list', page, search, known, order],
    queryFn: () =>
      load({
        'current-page': page,
        'per-page': PAGE_SIZE,
        search,
        order,
        ...(known === undefined ? {} : { sort: known }),
      }),
    // The rows stay while new ones load, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
  return loaded(query);
}

/** Loads one account; `data` is null if it no longer exists. */
export function useAccount(uid: string): Loaded<MultifaxAccount | null> {
  const query = useQuery({
    queryKey: [...KEY, 'one', uid],
    queryFn: async () => (await load({ uid })).accountList.find((one) => one.uid === uid) ?? null,
  });
  return loaded(query);
}

/** Returns a function that reloads accounts and the administrator's main data after a change. */
export function useRefreshAccounts(): () => Promise<void> {
  const client = useQueryClient();
  const refreshMain = useRefreshMultifaxData();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: KEY }), refreshMain()]);
  };
}

async function load(query: QueryIn<typeof multifaxAccountInfo>): Promise<AccountPage> {
  try {
    return await callApi(multifaxAccountInfo, { query });
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return NOTHING;
    throw error;
  }
}

function loaded<Data>(query: {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  refetch: () => Promise<unknown>;
}): Loaded<Data> {
  return {
    data: query.data,
    loading: query.isPending,
    failed: query.isError,
    reload: () => void query.refetch(),
  };
}
