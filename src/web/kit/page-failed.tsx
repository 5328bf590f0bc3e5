import { useTranslation } from 'react-i18next';
import { useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageNotFetched } from '#web/ui/later.tsx';

/** In the place of a page that broke or could not be loaded: says so and offers another try. */
export function PageFailed(props: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const again = () => {
    props.reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      action={<Button onClick={again}>{t('app.tryAgain')}</Button>}
      icon={CircleAlert}
      title={t(props.error instanceof PageNotFetched ? 'app.pageNotFetched' : 'app.pageFailed')}
    />
  );
}
