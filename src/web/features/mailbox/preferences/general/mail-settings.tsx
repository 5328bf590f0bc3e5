import { useTranslation } from 'react-i18next';
import { FAX_COPIES, SEND_NOTICES } from '#contract/email/outgoing.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { MailDraft, MailValues } from './use-mail-draft.ts';

/** What mails about received and sent faxes bring; nothing until it is known. */
export function MailSettings(props: { mail: MailDraft }) {
  const { values, change } = props.mail;
  const { t } = useTranslation();
  if (values === undefined) return null;
  return (
    <>
      <div className="g2">
        <Select
          disabled={!values.documents}
          hint={t(values.documents ? 'mailDelivery.copy.hint' : 'mailDelivery.copy.protected')}
          label={t('mailDelivery.copy.label')}
          onChange={(event) => change({ copy: event.target.value as MailValues['copy'] })}
          options={FAX_COPIES.map((copy) => ({ value: copy, label: t(`mailDelivery.copy.${copy}`) }))}
          value={values.documents ? values.copy : 'notice'}
        />
        <Select
          label={t('mailDelivery.sendNotices.label')}
          onChange={(event) => change({ sendNotices: event.target.value as MailValues['sendNotices'] })}
          options={SEND_NOTICES.map((notices) => ({
            value: notices,
            label: t(`mailDelivery.sendNotices.${notices}`),
          }))}
          value={values.sendNotices}
        />
      </div>
      {values.sendNotices === 'all' && values.documents && <ReportRow mail={props.mail} />}
    </>
  );
}

function ReportRow(props: { mail: MailDraft }) {
  const { values, change } = props.mail;
  const { t } = useTranslation();
  return (
    <div className="prefs-set">
      <div>
        <h2 id="general-report">{t('mailDelivery.report.title')}</h2>
        <p className="meta" id="general-report-text">
          {t('mailDelivery.report.text')}
        </p>
      </div>
      <Switch
        aria-describedby="general-report-text"
        aria-labelledby="general-report"
        checked={values?.report === '1'}
        onChange={(event) => change({ report: event.target.checked ? '1' : '0' })}
      />
    </div>
  );
}
