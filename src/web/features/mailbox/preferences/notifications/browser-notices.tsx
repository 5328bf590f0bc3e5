import { useTranslation } from 'react-i18next';
import { useBrowserNotices, wantBrowserNotices } from '#web/shared/mailbox/new-fax-notice.ts';
import { Switch } from '#web/ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';

/** Notifications of this browser about new faxes: they belong to the browser, not to the account. */
export function BrowserNotices(props: { onSaved: () => void }) {
  const { t } = useTranslation();
  const notices = useBrowserNotices();
  if (notices === 'impossible') return null;
  const want = async (on: boolean) => {
    await wantBrowserNotices(on);
    props.onSaved();
  };
  return (
    <section aria-labelledby="notify-browser">
      <h2 className="prefs-sec" id="notify-browser">
        {t('notifications.browser')}
      </h2>
      <div className="prefs-card">
        <SettingRow id="browser" text={t(`general.browser.${notices}`)} title={t('general.browser.title')}>
          {(control) => (
            <Switch
              {...control}
              checked={notices === 'on'}
              disabled={notices === 'blocked'}
              onChange={(event) => void want(event.target.checked)}
            />
          )}
        </SettingRow>
      </div>
    </section>
  );
}
