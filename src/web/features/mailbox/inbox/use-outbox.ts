import { useCallback, useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { cancelJob } from '#contract/faxes/queue.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { outboxOptions } from './fax-queries.ts';

/** Faxes on their way, and the way to stop one. */
export interface Outbox {
  items: readonly OutboxItem[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  cancel: (item: OutboxItem) => Promise<void>;
}

const NO_ITEMS: readonly OutboxItem[] = [];

/** The outbox, asked for every 5 s while something waits; when its length changes, the other folders changed too. */
export function useOutbox(): Outbox {
  const { data, isPending, isError, refetch } = useQuery(outboxOptions);
  const client = useQueryClient();
  const { t } = useTranslation();
  const length = useRef(data?.data.length);
  useEffect(() => {
    const now = data?.data.length;
    if (length.current !== undefined && length.current !== now)
      for (const key of ['inbox', 'main', 'dashboard']) void client.invalidateQueries({ queryKey: [key] });
    length.current = now;
  }, [client, data]);

  const cancel = useCallback(
    async (item: OutboxItem) => {
      const number = formatFaxNumber(item.to_faxnumber) ?? t('inbox.unknown');
      const sure = await confirm({
        title: t('inbox.outbox.cancelTitle'),
        body: t(item.state === 'SENDING' ? 'inbox.outbox.cancelUnderWayBody' : 'inbox.outbox.cancelBody', {
          number,
        }),
        confirmLabel: t('inbox.outbox.cancelFax'),
        cancelLabel: t('inbox.outbox.keep'),
        danger: true,
      });
      if (!sure) return;
      growl.wait(t('inbox.outbox.cancelling'));
      try {
        const { underWay } = await callApi(cancelJob, { body: { jobid: item.jobid } });
        growl.success(t(underWay ? 'inbox.outbox.cancelUnderWay' : 'inbox.outbox.cancelled'));
      } catch (error) {
        growl.error((error instanceof ApiError && error.message) || t('inbox.outbox.cancelError'));
      }
      for (const key of ['outbox', 'main']) void client.invalidateQueries({ queryKey: [key] });
    },
    [client, t],
  );
  return {
    items: data?.data ?? NO_ITEMS,
    loading: isPending,
    failed: isError && data === undefined,
    retry: useCallback(() => void refetch(), [refetch]),
    cancel,
  };
}
