import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { mailDelivery, tryMailAgain } from '#contract/email/outgoing.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';

/** How faxes go by mail, and addresses that can't be reached. */
export type MailDelivery = ReplyOf<typeof mailDelivery>;
/** One of these addresses. */
export type MailTrouble = MailDelivery['troubles'][number];

/** The account's way of getting faxes by mail; the general page and the subaccounts share it. */
export const mailDeliveryQuery = queryOptions({
  queryKey: ['mail-delivery'] as const,
  queryFn: () => callApi(mailDelivery),
});

/** Addresses that mails came back from, and the way to try one again. Without an answer there are none: it is extra. */
export function useMailTroubles(): { troubles: MailTrouble[]; tryAgain: (email: string) => void } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(mailDeliveryQuery);
  const tryAgain = async (email: string) => {
    const words = {
      waiting: t('mailDelivery.trying'),
      done: t('mailDelivery.tried', { email }),
      failed: t('mailDelivery.tryError'),
    };
    await runChange(words, () => callApi(tryMailAgain, { body: { email } }));
    await client.invalidateQueries({ queryKey: mailDeliveryQuery.queryKey });
  };
  return { troubles: data?.troubles ?? [], tryAgain: (email) => void tryAgain(email) };
}
