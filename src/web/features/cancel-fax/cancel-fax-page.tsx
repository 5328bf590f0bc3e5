import './cancel-fax.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react';
import { cancelMailedFax } from '#contract/mail-in.ts';
import type { CANCEL_OUTCOMES } from '#contract/mail-in.ts';
import { callApi } from '#web/kit/call-api.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';

const route = getRouteApi('/guest/cancel-fax');

type Outcome = (typeof CANCEL_OUTCOMES)[number] | 'exception';

const LOOKS = {
  cancelled: { icon: CircleCheck, tone: 'ok' },
  used: { icon: CircleCheck, tone: 'ok' },
  partly: { icon: Clock, tone: 'warn' },
  late: { icon: Clock, tone: 'warn' },
  invalid: { icon: CircleAlert, tone: 'bad' },
  exception: { icon: CircleAlert, tone: 'bad' },
} as const;

/**
 * The link of a confirmation mail. It asks first: mail programs and scanners for viruses open links by themselves, and must
 * not cancel a fax by that.
 */
export function CancelFaxPage() {
  const { t } = useTranslation();
  const { key = '' } = route.useSearch();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('cancelFax.title'));
  if (outcome !== null) return <Ended outcome={outcome} />;
  const cancel = async () => {
    setBusy(true);
    setOutcome(await follow(key));
  };
  return (
    <div className="cancel-fax" data-tone="ask">
      <Card className="cancel-fax-card">
        <Icon as={CircleHelp} size="l" />
        <div className="grow">
          <h1>{t('cancelFax.ask')}</h1>
          <p>{t('cancelFax.askText')}</p>
          <Button
            busy={busy}
            busyLabel={t('cancelFax.busy')}
            onClick={() => void cancel()}
            size="sm"
            variant="danger"
          >
            {t('cancelFax.confirm')}
          </Button>
        </div>
      </Card>
    </div>
  );
}

function Ended(props: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { icon, tone } = LOOKS[props.outcome];
  return (
    <div className="cancel-fax" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Card className="cancel-fax-card">
        <Icon as={icon} size="l" />
        <div className="grow">
          <h1>{t(`cancelFax.${props.outcome}.title`)}</h1>
          <p>{t(`cancelFax.${props.outcome}.text`)}</p>
        </div>
      </Card>
    </div>
  );
}

async function follow(key: string): Promise<Outcome> {
  try {
    return (await callApi(cancelMailedFax, { body: { key } })).outcome;
  } catch {
    // Whatever went wrong, the person can only open the link again; the page says so.
    return 'exception';
  }
}
