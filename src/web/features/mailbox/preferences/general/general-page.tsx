import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { SaveBar } from '../save-bar.tsx';
import { DeliveryWindowSettings } from './delivery-window.tsx';
import { PrintSeparator } from './print-separator.tsx';
import { useGeneral } from './use-general.ts';
import type { General } from './use-general.ts';

/** Language, time zone, up to four switches and the delivery window (PGEN-01 to PGEN-04). */
export function GeneralPage() {
  const { t } = useTranslation();
  const general = useGeneral();
  return (
    <PreferenceFrame
      data={general}
      foot={<SaveBar busy={general.saving} onSave={general.save} />}
      lead={t('general.lead')}
      title={t('general.title')}
    >
      <div className="prefs-form">
        <SwitchRow general={general} name="notifyNew" />
        <SwitchRow general={general} name="warnDelete" />
        {general.values.readText !== undefined && <SwitchRow general={general} name="readText" />}
        {general.values.readText === '1' && general.values.splitFaxes !== undefined && (
          <SwitchRow general={general} name="splitFaxes">
            <PrintSeparator />
          </SwitchRow>
        )}
        <div className="prefs-choices">
          <Select
            label={t('general.language')}
            onChange={(event) => general.change({ language: event.target.value })}
            options={general.languages}
            value={general.values.language}
          />
          <Select
            dir="ltr"
            label={t('general.timeZone')}
            onChange={(event) => general.change({ timezoneId: event.target.value })}
            options={general.zones}
            value={general.values.timezoneId}
          />
        </div>
        <DeliveryWindowSettings />
      </div>
    </PreferenceFrame>
  );
}

function SwitchRow(props: {
  general: General;
  name: 'notifyNew' | 'warnDelete' | 'readText' | 'splitFaxes';
  children?: ReactNode;
}) {
  const { general, name, children } = props;
  const { t } = useTranslation();
  const email = useMainData()?.adminEmail ?? '';
  return (
    <div className="prefs-set">
      <div>
        <h2 id={`general-${name}`}>{t(`general.${name}.title`)}</h2>
        <p className="meta" id={`general-${name}-text`}>
          {t(`general.${name}.text`, { email })}
        </p>
        {children}
      </div>
      <Switch
        aria-describedby={`general-${name}-text`}
        aria-labelledby={`general-${name}`}
        checked={general.values[name] === '1'}
        onChange={(event) => general.change({ [name]: event.target.checked ? '1' : '0' })}
      />
    </div>
  );
}
