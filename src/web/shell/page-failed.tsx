import { useTranslation } from 'react-i18next';
import { useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Replaces a page that crashed or did not load (a new version removed its files): reports it and offers to retry. */
export function PageFailed(props: { reset: () => void }) {
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
      title={t('app.pageFailed')}
    />
  );
}
