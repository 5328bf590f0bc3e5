import type { TFunction } from 'i18next';
import { i18n } from '#web/kit/i18n.ts';
import { keepDays } from '#web/kit/page-config.ts';
import { periodOf } from '#web/kit/period.ts';

/** Returns the question before faxes move to Recently deleted. */
export function deleteQuestion(count: number, t: TFunction) {
  return {
    title: t('inbox.deleteTitle', { count }),
    body: t('inbox.deleteBody', { count, days: periodOf(keepDays.deleted, i18n.language) }),
    confirmLabel: t('inbox.delete'),
    cancelLabel: t('inbox.cancel'),
    danger: true,
  };
}
