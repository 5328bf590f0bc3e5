import { useTranslation } from 'react-i18next';
import { FAX_COPIES, SEND_NOTICES } from '#contract/email/outgoing.ts';
import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import type { RowControl } from '../setting-row.tsx';
import type { Notifications } from './use-notifications.ts';

/** Emails about received and sent faxes, and what they contain. */
export function MailSettings(props: { notifications: Notifications; email: string }) {
  const { settings, mail, refusedOf, changeSettings, changeMail } = props.notifications;
  const { t } = useTranslation();
  const { documents } = mail;
  const copyText = !documents
    ? t('mailDelivery.copy.protected')
    : mail.copy === 'searchable-pdf'
      ? t('mailDelivery.copy.searchable', { minutes: WORDS_WAIT_MINUTES })
      : t('mailDelivery.copy.hint');
  return (
    <div className="prefs-card">
      <SettingRow
        error={refusedOf('notifyNew')}
        id="notifyNew"
        text={t('general.notifyNew.text', { email: props.email })}
        title={t('general.notifyNew.title')}
      >
        {(control) => (
          <Switch
            {...control}
            checked={settings.notifyNew === '1'}
            onChange={(event) => changeSettings({ notifyNew: event.target.checked ? '1' : '0' })}
          />
        )}
      </SettingRow>
      <SettingRow error={refusedOf('copy')} id="copy" text={copyText} title={t('mailDelivery.copy.label')}>
        {(control) => (
          <Choice
            {...control}
            disabled={!documents}
            name="copy"
            onChoose={(copy) => changeMail({ copy })}
            value={documents ? mail.copy : 'notice'}
            values={FAX_COPIES}
          />
        )}
      </SettingRow>
      <SettingRow
        error={refusedOf('sendNotices')}
        id="sendNotices"
        title={t('mailDelivery.sendNotices.label')}
      >
        {(control) => (
          <Choice
            {...control}
            name="sendNotices"
            onChoose={(sendNotices) => changeMail({ sendNotices })}
            value={mail.sendNotices}
            values={SEND_NOTICES}
          />
        )}
      </SettingRow>
      {mail.sendNotices === 'all' && documents && (
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

function Choice<Value extends string>(
  props: RowControl & {
    name: 'copy' | 'sendNotices';
    values: readonly Value[];
    value: Value;
    disabled?: boolean;
    onChoose: (value: Value) => void;
  },
) {
  const { name, values, value, disabled, onChoose, ...control } = props;
  const { t } = useTranslation();
  return (
    <Select
      {...control}
      disabled={disabled}
      label={t(`mailDelivery.${name}.label`)}
      labelHidden
      onChange={(event) => onChoose(values.find((one) => one === event.target.value) ?? value)}
      options={values.map((one) => ({
        value: one,
        label: t(`mailDelivery.${name}.${one}` as 'mailDelivery.copy.pdf'),
      }))}
      value={value}
    />
  );
}
