import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Reports, above the place of a list, that the list could not be loaded, and offers to retry. */
export function LoadFailed(props: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Banner
      action={
        <Button onClick={props.onRetry} size="sm">
          {t('app.tryAgain')}
        </Button>
      }
      tone="bad"
    >
      {props.text}
    </Banner>
  );
}
