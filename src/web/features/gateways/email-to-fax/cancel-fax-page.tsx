import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { cancelMailedFax } from '#contract/gateways/email-to-fax.ts';
import type { CANCEL_OUTCOMES } from '#contract/gateways/email-to-fax.ts';
import { callApi } from '#web/kit/call-api.ts';
import { LinkQuestion } from '#web/shared/identity/link-question.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';

const route = getRouteApi('/guest/cancel-fax');

type Outcome = (typeof CANCEL_OUTCOMES)[number] | 'exception';

const TONES = {
  cancelled: 'ok',
  used: 'ok',
  partly: 'warn',
  late: 'warn',
  invalid: 'bad',
  exception: 'bad',
} as const;

/** The page of a link in a confirmation mail: cancels the faxes that are still queued. */
export function CancelFaxPage() {
  const { t } = useTranslation();
  const { key = '' } = route.useSearch();
  usePageTitle(t('cancelFax.title'));
  return (
    <LinkQuestion
      ask={t('cancelFax.ask')}
      busy={t('cancelFax.busy')}
      confirm={t('cancelFax.confirm')}
      danger
      follow={async () => {
        const outcome = await follow(key);
        return {
          tone: TONES[outcome],
          title: t(`cancelFax.${outcome}.title`),
          text: t(`cancelFax.${outcome}.text`),
        };
      }}
      text={t('cancelFax.askText')}
    />
  );
}

async function follow(key: string): Promise<Outcome> {
  try {
    return (await callApi(cancelMailedFax, { body: { key } })).outcome;
  } catch {
    // Whatever the error is, the person can only open the link again; the page tells them.
    return 'exception';
  }
}
