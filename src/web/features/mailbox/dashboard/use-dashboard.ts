import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboard } from '#contract/mailbox/dashboard.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { isAway } from '#web/kit/connection.ts';

/** The recent faxes and usage, or the reason why they are missing. */
export interface Dashboard {
  data: ReplyOf<typeof dashboard> | undefined;
  /** The time of the data: determines the month, which may change while the page is open. */
  asOf: Date;
  /** The message of a failed load. */
  failure: string | null;
  loading: boolean;
  reload: () => void;
}

/** Loads the dashboard. A failure shows a browser alert (DASH-25) and stays on the page with a button to retry. */
export function useDashboard(): Dashboard {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => callApi(dashboard, { signal }),
    refetchOnMount: 'always',
    // People see the failure at once and retry themselves.
    retry: false,
  });
  const { error, errorUpdatedAt, isFetching, data, dataUpdatedAt } = query;
  const [entered] = useState(Date.now);
  // While the server is away, the known data stay on the screen and the shell shows «reconnecting» (F-client-03).
  const bridged = data !== undefined && error instanceof ApiError && isAway(error.status);
  const failure = error === null || bridged ? null : messageOf(error) || t('dashboard.loadFailed');
  const said = useRef(0);
  useEffect(() => {
    // An ended session leads to the login page: there is nothing to retry here.
    if (failure === null || said.current === errorUpdatedAt || isSignedOut(error)) return;
    said.current = errorUpdatedAt;
    // oxlint-disable-next-line no-alert -- DASH-25 requires a browser alert
    window.alert(failure);
  }, [failure, error, errorUpdatedAt]);
  return {
    data,
    asOf: new Date(Math.max(entered, dataUpdatedAt)),
    failure,
    loading: isFetching && data === undefined,
    reload: () => void query.refetch(),
  };
}

function messageOf(error: Error): string {
  return error instanceof ApiError ? error.message : '';
}

function isSignedOut(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401;
}
