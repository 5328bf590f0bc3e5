import { useTranslation } from 'react-i18next';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';

/** Holds the place of the page in the route table. */
export function ComposePage() {
  const { t } = useTranslation();
  usePageTitle(t('shell.newFax'));
  return (
    <div className="wrap">
      <MobileBar title={t('shell.newFax')} />
      <div className="ttl wide-only">
        <h1 tabIndex={-1}>{t('shell.newFax')}</h1>
      </div>
    </div>
  );
}
