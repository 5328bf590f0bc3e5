import { useTranslation } from 'react-i18next';
import { FaxActivity } from '#web/shared/faxes/fax-activity.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';

/** Who opened, downloaded, printed or was sent the faxes of the account. */
export function ActivityPage() {
  const { t } = useTranslation();
  return (
    <PreferenceFrame lead={t('activity.lead')} title={t('activity.title')}>
      <FaxActivity of={{}} />
    </PreferenceFrame>
  );
}
