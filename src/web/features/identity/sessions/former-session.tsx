import { useTranslation } from 'react-i18next';
import { useLastEnd } from '#web/kit/session-store.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Explains why the login page opened unasked: the session has ended, or a portal's link was no longer valid. */
export function FormerSession(props: { linkUsed: boolean }) {
  const { t } = useTranslation();
  const end = useLastEnd();
  if (props.linkUsed) return <Banner tone="warn">{t('login.linkUsed')}</Banner>;
  if (end === 'expired') return <Banner tone="info">{t('login.ended')}</Banner>;
  if (end === 'elsewhere') return <Banner tone="info">{t('login.leftElsewhere')}</Banner>;
  return null;
}
