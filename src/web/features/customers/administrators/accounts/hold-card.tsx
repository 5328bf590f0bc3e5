import './account-edit.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Scale } from 'lucide-react';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ListFailed } from '../multifax-frame.tsx';
import { HoldModal } from './hold-modal.tsx';
import { useLegalHold } from './use-legal-hold.ts';
import type { AccountHold } from './use-legal-hold.ts';

/** A legal hold, which prevents the permanent removal of anything in an account. */
export function HoldCard(props: { account: MultifaxAccount }) {
  const { t } = useTranslation();
  const held = useLegalHold(props.account.uid);
  const [placing, setPlacing] = useState(false);
  return (
    <Card
      action={
        <>
          {held.hold === null && (
            <Button icon={Scale} onClick={() => setPlacing(true)} size="sm">
              {t('multifax.hold.place')}
            </Button>
          )}
          {held.hold && (
            <Button onClick={held.lift} size="sm">
              {t('multifax.hold.lift')}
            </Button>
          )}
        </>
      }
      title={t('multifax.hold.title')}
    >
      <HoldBody held={held} />
      {placing && <HoldModal held={held} onClose={() => setPlacing(false)} />}
    </Card>
  );
}

function HoldBody({ held }: { held: AccountHold }) {
  const { t } = useTranslation();
  const { hold } = held;
  if (held.failed) return <ListFailed onRetry={held.reload} text={t('multifax.hold.loadFailed')} />;
  if (hold === undefined)
    return (
      <div className="mf-wait">
        <Spinner label={t('multifax.hold.loading')} />
      </div>
    );
  if (hold === null) return <p className="meta mf-card-note">{t('multifax.hold.lead')}</p>;
  return (
    <div className="mf-card-note mf-hold">
      <Pill tone="warn">{t('multifax.hold.on')}</Pill>
      <p>
        <bdi>{hold.reason}</bdi>
      </p>
      <p className="meta">{t('multifax.hold.since', { time: formatDateTime(hold.placedAt) })}</p>
    </div>
  );
}
