import '#web/ui/card.css';
import './cancellation.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileText } from 'lucide-react';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CancellationModal } from './cancellation-modal.tsx';
import { useCancellation } from './use-cancellation.ts';

/** The service, its limit, and the request to cancel it (CANC-01 to CANC-04). */
export function CancellationPage() {
  const { t } = useTranslation();
  usePageTitle(t('cancellation.title'));
  const service = useCancellation();
  const [asking, setAsking] = useState(false);
  const { main, name } = service;
  return (
    <div className="cancel">
      <MobileBar title={t('cancellation.title')} />
      <h1 className="wide-only">{t('cancellation.title')}</h1>
      <p className="cancel-lead">{t('cancellation.lead')}</p>
      {service.failed && (
        <EmptyState
          action={<Button onClick={service.reload}>{t('app.tryAgain')}</Button>}
          title={t('cancellation.loadFailed')}
        />
      )}
      {!service.failed && (main === undefined || name === undefined) && (
        <Spinner label={t('cancellation.loading')} size="l" />
      )}
      {!service.failed && main !== undefined && name !== undefined && (
        <>
          <ServiceCard main={main} name={name} onCancel={() => setAsking(true)} />
          {main.cancellationPending === '1' && (
            <Banner tone="warn">{t('cancellation.pendingText', { email: main.adminEmail })}</Banner>
          )}
          <CancellationModal
            main={main}
            name={name}
            onClose={() => setAsking(false)}
            onSend={service.send}
            open={asking}
          />
        </>
      )}
    </div>
  );
}

function ServiceCard(props: { main: MainData; name: string; onCancel: () => void }) {
  const { main, name } = props;
  const { t } = useTranslation();
  // Enterprise accounts have no limit; the default limit of other accounts would be wrong (spec decisions 3.1).
  const limited = !main.enterprise;
  const left = Math.max(0, main.monthLimit - main.currentUsage);
  return (
    <section aria-label={name} className="card">
      <div className="cancel-service">
        <span className="cancel-icon">
          <Icon as={FileText} size="l" />
        </span>
        <div className="grow">
          <h2>{name}</h2>
          <p className="meta num">
            <bdi dir="ltr">{main.formattedFaxNumber}</bdi>
          </p>
        </div>
        {main.cancellationPending === '1' ? (
          <Pill tone="warn">{t('cancellation.pending')}</Pill>
        ) : (
          main.showCancellationMenu === 1 && (
            <Button className="cancel-link" onClick={props.onCancel} variant="link">
              {t('cancellation.cancel')}
            </Button>
          )
        )}
      </div>
      <dl className="cancel-figures">
        {limited && <Figure label={t('cancellation.limit')} value={main.monthLimit} />}
        <Figure label={t('cancellation.used')} value={main.currentUsage} />
        {limited && <Figure label={t('cancellation.left')} value={left} />}
      </dl>
    </section>
  );
}

function Figure(props: { label: string; value: number }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="meta">{props.label}</dt>
      <dd className="strong num">{t('cancellation.pages', { count: props.value })}</dd>
    </div>
  );
}
