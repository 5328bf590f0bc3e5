import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { confirmAddress } from '#contract/customers/subaccounts.ts';
import type { CONFIRM_OUTCOMES } from '#contract/customers/subaccounts.ts';
import { callApi } from '#web/kit/call-api.ts';
import { LinkQuestion } from '#web/shared/identity/link-question.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';

const route = getRouteApi('/guest/confirm-address');

type Outcome = (typeof CONFIRM_OUTCOMES)[number] | 'exception';

/** The page of the mail link with which a new address agrees to receive an account's faxes (A-SUB-02). */
export function ConfirmAddressPage() {
  const { t } = useTranslation();
  const { key = '' } = route.useSearch();
  usePageTitle(t('confirmAddress.title'));
  return (
    <LinkQuestion
      ask={t('confirmAddress.ask')}
      busy={t('confirmAddress.busy')}
      confirm={t('confirmAddress.confirm')}
      follow={async () => {
        const outcome = await follow(key);
        return {
          tone: outcome === 'confirmed' ? 'ok' : 'bad',
          title: t(`confirmAddress.${outcome}.title`),
          text: t(`confirmAddress.${outcome}.text`),
        };
      }}
      text={t('confirmAddress.askText')}
    />
  );
}

async function follow(key: string): Promise<Outcome> {
  try {
    return (await callApi(confirmAddress, { body: { key } })).outcome;
  } catch {
    // Whatever the error is, the person can only open the link again; the page tells them.
    return 'exception';
  }
}
