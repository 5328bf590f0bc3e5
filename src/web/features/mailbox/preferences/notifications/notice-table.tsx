import './notice-table.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { tellsOf, useBrowserNotices, wantBrowserNotice } from '#web/shared/mailbox/browser-notices.ts';
import type { BrowserEvent } from '#web/shared/mailbox/browser-notices.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Notifications } from './use-notifications.ts';

/** An event: whether it causes an email, and its browser notification. */
interface EventRow {
  event: 'arrived' | 'sent' | 'failed' | 'usage';
  /** The setting whose change may be rejected. */
  setting: string;
  mail: boolean;
  changeMail: (on: boolean) => void;
  browser: BrowserEvent | null;
}

/** The events that cause emails and browser notifications. `onChosen` is called after a browser setting was saved. */
export function NoticeTable(props: { notifications: Notifications; onChosen: () => void }) {
  const { notifications, onChosen } = props;
  const { t } = useTranslation();
  const { permission } = useBrowserNotices();
  const unlimited = useMainData()?.enterprise === true;
  const [changed, setChanged] = useState<EventRow['event'] | null>(null);
  const withBrowser = permission !== 'impossible';
  const rows = rowsOf(notifications).filter(({ event }) => !(event === 'usage' && unlimited));
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
          {rows.map((row) => (
            <NoticeRow
              key={row.event}
              onChangeMail={(on) => {
                setChanged(row.event);
                row.changeMail(on);
              }}
              onChosen={onChosen}
              // Two rows share one setting: the refusal belongs to the changed one.
              refused={changed === row.event ? notifications.refusedOf(row.setting) : undefined}
              row={row}
              withBrowser={withBrowser}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the rows of the table. `sendNotices` is one setting for two of them. */
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
  onChangeMail: (on: boolean) => void;
  onChosen: () => void;
}) {
  const { row, refused, withBrowser, onChangeMail, onChosen } = props;
  const { t } = useTranslation();
  const id = `notice-${row.event}`;
  return (
    <tr>
      <th id={id} scope="row">
        {t(`notifications.${row.event}.title`)}
        <p className="meta">{t(`notifications.${row.event}.text`)}</p>
        {refused !== undefined && (
          <p className="hint" data-bad role="alert">
            <Icon as={CircleAlert} size="s" />
            {refused}
          </p>
        )}
      </th>
      <td>
        <Checkbox
          aria-labelledby={`${id} notice-email`}
          checked={row.mail}
          onChange={(event) => onChangeMail(event.target.checked)}
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
