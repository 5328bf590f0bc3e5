import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveryDetail, deliveryLog, resendEvent } from '#contract/gateways/webhooks.ts';
import type { DeliveryRow } from '#contract/gateways/webhooks.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useInFlight } from '#web/kit/in-flight.ts';
import { runChange } from '#web/kit/run-change.ts';

/** What waits moves on by itself. */
const LOOK_AGAIN_MS = 5_000;

/** Which deliveries are shown. */
export type LogFilter = DeliveryRow['state'] | 'all';

/** One delivery with its tries. */
export type DeliveryDetail = ReplyOf<typeof deliveryDetail>;

/** The log of an endpoint, in pages. */
export interface WebhookLog {
  rows: readonly DeliveryRow[];
  loading: boolean;
  failed: boolean;
  reload: () => void;
  /** Null where there are no older ones. */
  more: (() => void) | null;
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
  return {
    rows: query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [],
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    resend: async (delivery) => await inFlight(delivery, async () => await resend(delivery)),
  };
}

/** One delivery; undefined while it is loaded. */
export function useDelivery(id: string, delivery: string | undefined): DeliveryDetail | undefined {
  return useQuery({
    queryKey: ['webhooks', 'log', id, 'one', delivery],
    queryFn: async () => await callApi(deliveryDetail, { query: { id, delivery: delivery ?? '' } }),
    enabled: delivery !== undefined,
    refetchInterval: LOOK_AGAIN_MS,
  }).data;
}
