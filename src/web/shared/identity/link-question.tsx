import './link-question.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The result of following a link. */
export interface LinkEnd {
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  text: string;
}

const ICONS = { ok: CircleCheck, warn: Clock, bad: CircleAlert } as const;

/**
 * The page of a mail link that changes something. It asks first: mail programs and virus scanners open links
 * automatically, and must not change anything.
 */
export function LinkQuestion(props: {
  ask: string;
  text: string;
  confirm: string;
  busy: string;
  danger?: boolean;
  follow: () => Promise<LinkEnd>;
}) {
  const { ask, text, confirm, busy, danger = false, follow } = props;
  const [end, setEnd] = useState<LinkEnd | null>(null);
  const [following, setFollowing] = useState(false);
  if (end !== null) return <Ended {...end} />;
  const go = async () => {
    setFollowing(true);
    setEnd(await follow());
  };
  return (
    <div className="link-question" data-tone="ask">
      <Card className="link-question-card">
        <Icon as={CircleHelp} size="l" />
        <div className="grow">
          <h1>{ask}</h1>
          <p>{text}</p>
          <Button
            busy={following}
            busyLabel={busy}
            onClick={() => void go()}
            size="sm"
            variant={danger ? 'danger' : 'primary'}
          >
            {confirm}
          </Button>
        </div>
      </Card>
    </div>
  );
}

/** The result; a link that had no effect offers the way to the login page. */
function Ended(props: LinkEnd) {
  const { tone, title, text } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="link-question" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Card className="link-question-card">
        <Icon as={ICONS[tone]} size="l" />
        <div className="grow">
          <h1>{title}</h1>
          <p>{text}</p>
          {tone !== 'ok' && (
            <Button onClick={() => void navigate({ to: '/login' })} size="sm" variant="primary">
              {t('verify.toLogin')}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}
