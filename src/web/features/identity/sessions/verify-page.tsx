import './session.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useVerify } from './use-verify.ts';
import type { VerifyOutcome } from './use-verify.ts';

type Shown = Exclude<VerifyOutcome, 'checking' | 'password'>;

const LOOKS = {
  verified: { icon: CircleCheck, tone: 'ok', to: '/login' },
  already: { icon: CircleCheck, tone: 'ok', to: '/login' },
  expired: { icon: Clock, tone: 'warn', to: '/forgot-password' },
  invalid: { icon: CircleAlert, tone: 'bad', to: '/login' },
  exception: { icon: CircleAlert, tone: 'bad', to: '/login' },
} as const;

/** The result of a verification link (VERIFY-03 to VERIFY-08). */
export function VerifyPage() {
  const { t } = useTranslation();
  usePageTitle(t('verify.title'));
  const outcome = useVerify();
  if (outcome !== 'checking' && outcome !== 'password') return <Outcome outcome={outcome} />;
  return (
    <div>
      <h1 className="sr">{t('verify.title')}</h1>
      <Spinner label={t('verify.checking')} size="l" />
    </div>
  );
}

function Outcome(props: { outcome: Shown }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { icon, tone, to } = LOOKS[props.outcome];
  return (
    <div className="outcome" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Card className="outcome-card">
        <Icon as={icon} size="l" />
        <div className="grow">
          <h1>{t(`verify.${props.outcome}.title`)}</h1>
          <p>{t(`verify.${props.outcome}.text`)}</p>
          <Button onClick={() => void navigate({ to })} size="sm" variant="primary">
            {to === '/login' ? t('verify.toLogin') : t('verify.toForgot')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
