import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboard } from '#contract/mailbox/dashboard.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { isAway } from '#web/kit/connection.ts';

/** Recent faxes and usage, or why they are not there. */
export interface Dashboard {
  data: ReplyOf<typeof dashboard> | undefined;
  /** When it was so: names the month, which may begin while the page stays open. */
  asOf: Date;
  /** The sentence of a failed load. */
  failure: string | null;
  loading: boolean;
  reload: () => void;
}

/** Loads the dashboard. A failed load is said in a browser alert (DASH-25) and stays on the page with a way to try again. */
export function useDashboard(): Dashboard {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => callApi(dashboard, { signal }),
    refetchOnMount: 'always',
    // People are told at once and try again themselves.
    retry: false,
  });
  const { error, errorUpdatedAt, isFetching, data, dataUpdatedAt } = query;
  const [entered] = useState(Date.now);
  // While the server is away, what is known stays on the screen and the shell says «reconnecting» (F-client-03).
  const bridged = data !== undefined && error instanceof ApiError && isAway(error.status);
  const failure = error === null || bridged ? null : messageOf(error) || t('dashboard.loadFailed');
  const said = useRef(0);
  useEffect(() => {
    // A session that ended leads to the login page: there is nothing to try again here.
    if (failure === null || said.current === errorUpdatedAt || isSignedOut(error)) return;
    said.current = errorUpdatedAt;
    // oxlint-disable-next-line no-alert -- DASH-25 asks for a browser alert
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
