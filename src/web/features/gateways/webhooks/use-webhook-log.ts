import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveryDetail, deliveryLog, resendEvent } from '#contract/gateways/webhooks.ts';
import type { DeliveryRow } from '#contract/gateways/webhooks.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useInFlight } from '#web/kit/in-flight.ts';
import { useMore } from '#web/kit/load-more.tsx';
import type { MoreRows } from '#web/kit/load-more.tsx';
import { runChange } from '#web/kit/run-change.ts';

/** How often the log is refetched, in ms: waiting deliveries change by themselves. */
const LOOK_AGAIN_MS = 5_000;

/** The filter of the deliveries. */
export type LogFilter = DeliveryRow['state'] | 'all';

/** A delivery with its attempts. */
export type DeliveryDetail = ReplyOf<typeof deliveryDetail>;

/** The paged log of an endpoint. */
export interface WebhookLog {
  rows: readonly DeliveryRow[];
  loading: boolean;
  failed: boolean;
  reload: () => void;
  /** Older deliveries; null if there are none. */
  more: MoreRows | null;
  resend: (delivery: string) => Promise<void>;
}

export function useWebhookLog(id: string, filter: LogFilter): WebhookLog {
  const { t } = useTranslation();
  const client = useQueryClient();
  const inFlight = useInFlight();
  const query = useInfiniteQuery({
    queryKey: ['webhooks', 'log', id, filter],
    queryFn: async ({ pageParam }) =>
      await callApi(deliveryLog, {
        query: {
          id,
          ...(filter !== 'all' && { state: filter }),
          ...(pageParam !== '' && { before: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ deliveries, more }) => (more ? deliveries.at(-1)?.id : undefined),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const resend = async (delivery: string) => {
    const words = {
      waiting: t('webhooks.working'),
      done: t('webhooks.resent'),
      failed: t('webhooks.failed'),
    };
    await runChange(words, async () => callApi(resendEvent, { body: { id, delivery } }));
    await client.invalidateQueries({ queryKey: ['webhooks'] });
  };
  const more = useMore(`${id} ${filter}`, query);
  return {
    rows: query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [],
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    more,
    resend: async (delivery) => await inFlight(delivery, async () => await resend(delivery)),
  };
}

/** Loads a delivery; returns undefined while it loads. */
export function useDelivery(id: string, delivery: string | undefined): DeliveryDetail | undefined {
  return useQuery({
    queryKey: ['webhooks', 'log', id, 'one', delivery],
    queryFn: async () => await callApi(deliveryDetail, { query: { id, delivery: delivery ?? '' } }),
    enabled: delivery !== undefined,
    refetchInterval: LOOK_AGAIN_MS,
  }).data;
}
