import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { mailDelivery, tryMailAgain } from '#contract/email/outgoing.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';

/** How faxes are sent by mail, and unreachable addresses. */
export type MailDelivery = ReplyOf<typeof mailDelivery>;
/** An unreachable address. */
export type MailTrouble = MailDelivery['troubles'][number];

/** The account's settings for faxes by mail; the notifications page and the subaccounts share them. */
export const mailDeliveryQuery = queryOptions({
  queryKey: ['mail-delivery'] as const,
  queryFn: () => callApi(mailDelivery),
});

/**
 * Returns addresses from which mails bounced, and the function that tries one again. Empty without a response, because
 * it is only additional information.
 */
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
