import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { MailTroubles } from '../mail-troubles.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { bothMarks } from '#web/kit/use-instant.ts';
import { MailSettings } from './mail-settings.tsx';
import { NoticeTable } from './notice-table.tsx';
import { ThisBrowser } from './this-browser.tsx';
import { useNotifications } from './use-notifications.ts';

/** The owner's notifications about faxes, by email and by this browser; every control saves at once. */
export function NotificationsPage() {
  const { t } = useTranslation();
  const email = useMainData()?.adminEmail ?? '';
  const { data, ready } = useNotifications();
  const [chose, setChose] = useState(false);
  return (
    <PreferenceFrame
      data={data}
      lead={t('notifications.lead')}
      saved={bothMarks(ready?.mark ?? 'none', chose ? 'saved' : 'none')}
      title={t('notifications.title')}
    >
      <div className="prefs-stack">
        <MailTroubles of={email} />
        {ready !== null && <NoticeTable notifications={ready} onChosen={() => setChose(true)} />}
        <section aria-labelledby="notify-email">
          <h2 className="prefs-sec" id="notify-email">
            {t('notifications.email')}
          </h2>
          {ready !== null && <MailSettings email={email} notifications={ready} />}
        </section>
        <ThisBrowser onChosen={() => setChose(true)} />
      </div>
    </PreferenceFrame>
  );
}
