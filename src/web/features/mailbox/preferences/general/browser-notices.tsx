import { useTranslation } from 'react-i18next';
import { useBrowserNotices, wantBrowserNotices } from '#web/shared/mailbox/new-fax-notice.ts';
import { Button } from '#web/ui/button.tsx';

/** Notices of this browser about new faxes. They act at once and belong to the browser, so they are no part of the form. */
export function BrowserNoticesRow() {
  const { t } = useTranslation();
  const notices = useBrowserNotices();
  if (notices === 'impossible') return null;
  return (
    <div className="prefs-set">
      <div>
        <h2>{t('general.browser.title')}</h2>
        <p className="meta">{t(`general.browser.${notices}`)}</p>
      </div>
      {notices !== 'blocked' && (
        <Button onClick={() => void wantBrowserNotices(notices === 'off')} size="sm">
          {t(notices === 'on' ? 'general.browser.turnOff' : 'general.browser.turnOn')}
        </Button>
      )}
    </div>
  );
}
