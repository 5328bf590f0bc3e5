import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudOff } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A server that is away is asked again so often by a page that waits for it. */
const AGAIN_MS = 5000;

/** In the place of a page that cannot begin, because the server has not answered yet: says so, and goes on by itself. */
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
