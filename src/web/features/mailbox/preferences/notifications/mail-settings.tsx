import { useTranslation } from 'react-i18next';
import { FAX_COPIES } from '#contract/email/outgoing.ts';
import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import type { Notifications } from './use-notifications.ts';

/** The address of emails about faxes, and their contents. */
export function MailSettings(props: { notifications: Notifications; email: string }) {
  const { mail, refusedOf, changeMail } = props.notifications;
  const { t } = useTranslation();
  const { documents } = mail;
  const copyText = !documents
    ? t('mailDelivery.copy.protected')
    : mail.copy === 'searchable-pdf'
      ? t('mailDelivery.copy.searchable', { minutes: WORDS_WAIT_MINUTES })
      : t('mailDelivery.copy.hint');
  return (
    <div className="prefs-card">
      <SettingRow id="sendTo" text={props.email} title={t('notifications.sendTo')}>
        {() => null}
      </SettingRow>
      <SettingRow error={refusedOf('copy')} id="copy" text={copyText} title={t('mailDelivery.copy.label')}>
        {(control) => (
          <Select
            {...control}
            disabled={!documents}
            label={t('mailDelivery.copy.label')}
            labelHidden
            onChange={(event) =>
              changeMail({ copy: FAX_COPIES.find((copy) => copy === event.target.value) ?? mail.copy })
            }
            options={FAX_COPIES.map((copy) => ({ value: copy, label: t(`mailDelivery.copy.${copy}`) }))}
            value={documents ? mail.copy : 'notice'}
          />
        )}
      </SettingRow>
      {(mail.sendNotices === 'all' || mail.sendNotices === 'sent') && documents && (
        <SettingRow
          error={refusedOf('report')}
          id="report"
          text={t('mailDelivery.report.text')}
          title={t('mailDelivery.report.title')}
        >
          {(control) => (
            <Switch
              {...control}
              checked={mail.report === '1'}
              onChange={(event) => changeMail({ report: event.target.checked ? '1' : '0' })}
            />
          )}
        </SettingRow>
      )}
    </div>
  );
}
