import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Folder } from '#contract/mailbox/inbox.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { childFaxes, openMailbox } from '#contract/customers/mailbox-view.ts';
import type { ChildFax } from '#contract/customers/mailbox-view.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';

/** A page of a folder; `refusal` is the reason why it is not shown, with the server's message if there is one. */
export interface MailboxList {
  /** Undefined while they are unknown. */
  rows: readonly ChildFax[] | undefined;
  total: number;
  loading: boolean;
  refusal: string | null;
  reload: () => void;
}

/** Opens the mailbox (once while the page is mounted; a retry opens it again), then lists folders. */
export function useMailboxView(uid: string, folder: Folder, page: number): MailboxList {
  const look = useQuery({
    queryKey: ['multifax', 'mailbox', uid],
    queryFn: () => callApi(openMailbox, { body: { id: uid } }),
    // Opening a mailbox is audited, so it is never repeated automatically.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const list = useQuery({
    queryKey: ['multifax', 'mailbox', uid, 'list', folder, page],
    enabled: look.isSuccess,
    queryFn: () =>
      callApi(childFaxes, { query: { uid, folder, 'current-page': page, 'per-page': PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const error = look.error ?? list.error;
  return {
    rows: list.data?.rows,
    total: list.data?.total ?? 0,
    loading: look.isPending || list.isPending,
    refusal: error === null ? null : error instanceof ApiError ? error.message : '',
    reload: () => void look.refetch().then(() => list.refetch()),
  };
}
