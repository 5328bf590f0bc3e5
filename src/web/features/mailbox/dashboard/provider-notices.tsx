import { useTranslation } from 'react-i18next';
import { intlLocale } from '#contract/kit/language.ts';
import type { Branding } from '#contract/brands/branding.ts';
import { Banner } from '#web/ui/banner.tsx';
import { createStore, useStore } from '#web/ui/store.ts';

type Notice = 'billing' | 'transfer';

/** Notices closed in this visit; they come back with the next one, because what they ask for is still to be done. */
const closed = createStore<ReadonlySet<Notice>>(new Set(), 'session');

/** The two notices that some providers show to their non-enterprise accounts (DASH-18, DASH-19). */
export function ProviderNotices(props: { notices: Branding['ext']['notices'] }) {
  const { billingPortal, serviceTransfer } = props.notices;
  const { t, i18n } = useTranslation();
  const gone = useStore(closed);
  const close = (notice: Notice) => () => closed.set(new Set([...closed.get(), notice]));
  const billing = billingPortal.enabled && !gone.has('billing');
  const transfer = serviceTransfer.enabled && !gone.has('transfer');
  if (!billing && !transfer) return null;
  return (
    <div className="dash-notices">
      {billing && (
        <Banner
          action={
            billingPortal.url !== '' && (
              <a href={billingPortal.url} rel="noopener noreferrer" target="_blank">
                {t('dashboard.notice.openPortal')}
              </a>
            )
          }
          closeLabel={t('app.close')}
          onClose={close('billing')}
          tone="info"
        >
          {t('dashboard.notice.billing')}
        </Banner>
      )}
      {transfer && (
        <Banner closeLabel={t('app.close')} onClose={close('transfer')} tone="warn">
          {t('dashboard.notice.transfer', { deadline: deadlineOf(serviceTransfer.deadline, i18n.language) })}
        </Banner>
      )}
    </div>
  );
}

/** Formats a calendar day, which is the same in every time zone: «28 Feb 2023». */
function deadlineOf(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocale(language), { timeZone: 'UTC', ...options }).format(date);
  return `${part({ day: 'numeric' })} ${part({ month: 'short' })} ${part({ year: 'numeric' })}`;
}
