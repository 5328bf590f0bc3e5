import { useTranslation } from 'react-i18next';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';

/** Holds the place of the page in the route table. */
export function DashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('shell.dashboard'));
  return (
    <div className="wrap">
      <MobileBar title={t('shell.dashboard')} />
      <div className="ttl wide-only">
        <h1 tabIndex={-1}>{t('shell.dashboard')}</h1>
      </div>
    </div>
  );
}
