import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudOff } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** How often a waiting page retries while the server is away. */
const AGAIN_MS = 5000;

/**
 * Stands in for a page that cannot start because the server has not responded yet: reports it and retries
 * automatically.
 */
export function NoAnswer(props: { trying: boolean; onRetry: () => void }) {
  const { trying, onRetry } = props;
  const { t } = useTranslation();
  useEffect(() => {
    if (trying) return () => undefined;
    const timer = setTimeout(onRetry, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [onRetry, trying]);
  return (
    <output className="no-answer">
      <EmptyState
        action={
          <Button busy={trying} busyLabel={t('app.reconnecting')} onClick={onRetry}>
            {t('app.tryAgain')}
          </Button>
        }
        icon={CloudOff}
        text={t('app.noAnswer.text')}
        title={t('app.noAnswer.title')}
      />
    </output>
  );
}
