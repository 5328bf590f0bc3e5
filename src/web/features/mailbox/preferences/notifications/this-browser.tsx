import { useTranslation } from 'react-i18next';
import { useBrowserNotices, wantQuietHours } from '#web/shared/mailbox/browser-notices.ts';
import type { QuietHours } from '#web/shared/mailbox/browser-notices.ts';
import { Pill } from '#web/ui/pill.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingRow } from '../setting-row.tsx';

/** The default: after office hours. */
const NIGHT: QuietHours = { from: '19:00', until: '07:00' };

/** Whether this browser allows notifications, and the quiet hours. Both belong to the browser, not to the account. */
export function ThisBrowser(props: { onChosen: () => void }) {
  const { t } = useTranslation();
  const { permission, quiet } = useBrowserNotices();
  if (permission === 'impossible') return null;
  const choose = (hours: QuietHours | null) => {
    wantQuietHours(hours);
    props.onChosen();
  };
  return (
    <section aria-labelledby="notify-browser">
      <h2 className="prefs-sec" id="notify-browser">
        {t('notifications.browser')}
      </h2>
      <div className="prefs-card">
        <SettingRow
          id="browser"
          text={t(`notifications.permission.${permission}`)}
          title={t('notifications.permission.title')}
        >
          {() =>
            permission !== 'ask' && (
              <Pill tone={permission === 'granted' ? 'ok' : 'bad'}>
                {t(`notifications.permission.${permission}Short`)}
              </Pill>
            )
          }
        </SettingRow>
        <SettingRow id="quiet" text={t('notifications.quiet.text')} title={t('notifications.quiet.title')}>
          {(control) => (
            <div className="quiet-hours">
              {quiet !== null && <Hours onChange={choose} quiet={quiet} />}
              <Switch
                {...control}
                checked={quiet !== null}
                onChange={(event) => choose(event.target.checked ? NIGHT : null)}
              />
            </div>
          )}
        </SettingRow>
      </div>
    </section>
  );
}

function Hours(props: { quiet: QuietHours; onChange: (quiet: QuietHours) => void }) {
  const { quiet, onChange } = props;
  const { t } = useTranslation();
  const time = (name: keyof QuietHours) => (
    <TextField
      label={t(`notifications.quiet.${name}`)}
      labelHidden
      numeric
      // An incomplete time has an empty value here, which is not saved.
      onChange={(event) =>
        event.target.value !== '' && onChange({ ...quiet, [name]: event.target.value.slice(0, 5) })
      }
      type="time"
      value={quiet[name]}
    />
  );
  return (
    <>
      {time('from')}
      <span aria-hidden="true">–</span>
      {time('until')}
    </>
  );
}
