import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { markSent } from '#contract/mailbox/inbox.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { callApi } from '#web/kit/call-api.ts';
import { REFUSAL_MS, refreshFaxes, wordsOf } from './use-resend.ts';

/** Records a person's confirmation that an uncertain fax arrived (spec http-api 12.4), after asking once more. */
export function useMarkSent(): (fid: string) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (fid) => {
    const sure = await confirm({
      title: t('markSent.title'),
      body: t('markSent.text'),
      confirmLabel: t('markSent.verb'),
      cancelLabel: t('app.cancel'),
    });
    if (!sure) return;
    growl.wait(t('markSent.waiting'));
    try {
      await callApi(markSent, { body: { fid } });
      growl.success(t('markSent.done'));
    } catch (error) {
      growl.error(wordsOf(error) || t('app.unreachable'), REFUSAL_MS);
    }
    refreshFaxes(client);
  };
}
