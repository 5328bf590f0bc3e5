import './dashboard.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { useBrand } from '#web/kit/brand.ts';
import { monthAndYear } from '#web/kit/format-date.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { ResendDialog } from '#web/shared/faxes/resend-dialog.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { useMarkSent } from '#web/shared/faxes/use-mark-sent.ts';
import { useResend } from '#web/shared/faxes/use-resend.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { outgoingRows, resendable } from './outgoing.ts';
import { OutgoingTable } from './outgoing-table.tsx';
import { ProviderNotices } from './provider-notices.tsx';
import { RecentTable } from './recent-table.tsx';
import { UsageChart } from './usage-chart.tsx';
import { useDashboard } from './use-dashboard.ts';
import type { Dashboard } from './use-dashboard.ts';
import { useOutboxPolling } from './use-outbox-polling.ts';

/** The first page: received, sent and outgoing faxes, and this month's usage (DASH-01 to DASH-10). */
export function DashboardPage() {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const brand = useBrand();
  const main = useMainData();
  const { data, asOf, failure, loading, reload } = useDashboard();
  const queue = useOutboxPolling();
  const { month, year } = monthAndYear(asOf, i18n.language);
  usePageTitle(t('dashboard.title'));
  const heading = (
    <>
      {month} <span className="per">{year}</span>
    </>
  );
  return (
    <div aria-busy={loading || undefined} className="wrap dash">
      <MobileBar actions={<SendLink icon />} title={heading} />
      {!narrow && (
        <div className="ttl">
          <h1 tabIndex={-1}>{heading}</h1>
          <span className="grow" />
          <SendLink />
        </div>
      )}
      {brand !== null && main !== undefined && !main.enterprise && (
        <ProviderNotices notices={brand.ext.notices} />
      )}
      {failure !== null && (
        <div className="dash-notices">
          <Banner
            action={
              <Button onClick={reload} variant="link">
                {t('app.tryAgain')}
              </Button>
            }
            tone="bad"
          >
            {failure}
          </Banner>
        </div>
      )}
      {data === undefined ? (
        failure === null && <DashboardSkeleton />
      ) : (
        <Tables data={data} enterprise={main?.enterprise ?? false} month={month} queue={queue} />
      )}
    </div>
  );
}

function SendLink(props: { icon?: boolean }) {
  const { t } = useTranslation();
  if (!useMay('send')) return null;
  return props.icon === true ? (
    <Link
      aria-label={t('dashboard.sendFax')}
      className="btn ic"
      data-size="touch"
      data-variant="accent"
      to="/inbox/compose"
    >
      <Icon as={Pencil} size="l" />
    </Link>
  ) : (
    <Link className="btn" data-variant="primary" to="/inbox/compose">
      <Icon as={Pencil} size="s" />
      {t('dashboard.sendFax')}
    </Link>
  );
}

function Tables(props: {
  data: NonNullable<Dashboard['data']>;
  queue: readonly OutboxItem[];
  enterprise: boolean;
  month: string;
}) {
  const { data, queue, enterprise, month } = props;
  const { asked, ask, close } = useResend();
  const markSent = useMarkSent();
  const reads = useMay('read');
  return (
    <div className="dash-grid">
      <div className="dash-recent">
        {reads && <RecentTable kind="received" rows={data.recReceived} />}
        <RecentTable kind="sent" rows={data.recSent} />
      </div>
      <div className="dash-side">
        <UsageChart enterprise={enterprise} month={month} usage={data.usage} />
        <OutgoingTable
          items={outgoingRows(queue, data.failed)}
          onMarkSent={(fid) => void markSent(fid)}
          onResend={(item) => {
            const fax = resendable(item);
            if (fax !== null) ask(fax);
          }}
        />
      </div>
      {asked !== null && <ResendDialog fax={asked} onClose={close} />}
    </div>
  );
}
