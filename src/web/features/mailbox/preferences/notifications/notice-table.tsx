import './notice-table.css';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { tellsOf, useBrowserNotices, wantBrowserNotice } from '#web/shared/mailbox/browser-notices.ts';
import type { BrowserEvent } from '#web/shared/mailbox/browser-notices.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Notifications } from './use-notifications.ts';

/** One event: whether it is told by mail, and by which notice of this browser. */
interface EventRow {
  event: 'arrived' | 'sent' | 'failed' | 'usage';
  /** The setting whose change may be refused. */
  setting: string;
  mail: boolean;
  changeMail: (on: boolean) => void;
  browser: BrowserEvent | null;
}

/** Which events are told by email and by this browser. `onChosen`: a choice of this browser is kept. */
export function NoticeTable(props: { notifications: Notifications; onChosen: () => void }) {
  const { t } = useTranslation();
  const { permission } = useBrowserNotices();
  const withBrowser = permission !== 'impossible';
  return (
    <div className="prefs-card prefs-table">
      <table aria-label={t('notifications.title')} className="t notice-table">
        <thead>
          <tr>
            <th scope="col">{t('notifications.event')}</th>
            <th id="notice-email" scope="col">
              {t('notifications.email')}
            </th>
            {withBrowser && (
              <th id="notice-browser" scope="col">
                {t('notifications.inBrowser')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rowsOf(props.notifications).map((row) => (
            <NoticeRow
              key={row.event}
              onChosen={props.onChosen}
              refused={props.notifications.refusedOf(row.setting)}
              row={row}
              withBrowser={withBrowser}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `sendNotices` holds the two choices about sent faxes. */
function rowsOf({ settings, mail, changeSettings, changeMail }: Notifications): EventRow[] {
  const sent = mail.sendNotices === 'all' || mail.sendNotices === 'sent';
  const failed = mail.sendNotices === 'all' || mail.sendNotices === 'failed';
  const changeSent = (wanted: { sent: boolean; failed: boolean }) =>
    changeMail({
      sendNotices: wanted.sent ? (wanted.failed ? 'all' : 'sent') : wanted.failed ? 'failed' : 'none',
    });
  return [
    {
      event: 'arrived',
      setting: 'notifyNew',
      mail: settings.notifyNew === '1',
      changeMail: (on) => changeSettings({ notifyNew: on ? '1' : '0' }),
      browser: 'arrived',
    },
    {
      event: 'sent',
      setting: 'sendNotices',
      mail: sent,
      changeMail: (on) => changeSent({ sent: on, failed }),
      browser: 'sent',
    },
    {
      event: 'failed',
      setting: 'sendNotices',
      mail: failed,
      changeMail: (on) => changeSent({ sent, failed: on }),
      browser: 'failed',
    },
    {
      event: 'usage',
      setting: 'usage',
      mail: mail.usage === '1',
      changeMail: (on) => changeMail({ usage: on ? '1' : '0' }),
      browser: null,
    },
  ];
}

function NoticeRow(props: {
  row: EventRow;
  refused: string | undefined;
  withBrowser: boolean;
  onChosen: () => void;
}) {
  const { row, refused, withBrowser, onChosen } = props;
  const { t } = useTranslation();
  const id = `notice-${row.event}`;
  // Both rows about sent faxes are one setting: a change that is refused is told once.
  const error = row.event === 'sent' ? undefined : refused;
  return (
    <tr>
      <th id={id} scope="row">
        {t(`notifications.${row.event}.title`)}
        <p className="meta">{t(`notifications.${row.event}.text`)}</p>
        {error !== undefined && (
          <p className="hint" data-bad role="alert">
            <Icon as={CircleAlert} size="s" />
            {error}
          </p>
        )}
      </th>
      <td>
        <Checkbox
          aria-labelledby={`${id} notice-email`}
          checked={row.mail}
          onChange={(event) => row.changeMail(event.target.checked)}
        />
      </td>
      {withBrowser && (
        <td>
          {row.browser !== null && <BrowserBox event={row.browser} labelledBy={id} onChosen={onChosen} />}
        </td>
      )}
    </tr>
  );
}

function BrowserBox(props: { event: BrowserEvent; labelledBy: string; onChosen: () => void }) {
  const notices = useBrowserNotices();
  const want = async (on: boolean) => {
    await wantBrowserNotice(props.event, on);
    props.onChosen();
  };
  return (
    <Checkbox
      aria-labelledby={`${props.labelledBy} notice-browser`}
      checked={tellsOf(notices, props.event)}
      disabled={notices.permission === 'blocked'}
      onChange={(event) => void want(event.target.checked)}
    />
  );
}
