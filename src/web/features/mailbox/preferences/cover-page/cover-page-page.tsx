import './cover-page.css';
import { useTranslation } from 'react-i18next';
import { Lock } from 'lucide-react';
import { COVER_SETTINGS_LIMITS } from '#contract/faxes/cover-pages.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { templateImage } from '#web/shared/faxes/cover-pages.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { TemplateChoice } from '#web/shared/faxes/template-choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { SaveBar } from '../save-bar.tsx';
import { CoverSample } from './cover-sample.tsx';
import { useCoverPage } from './use-cover-page.ts';
import type { CoverPagePrefs, CoverSetting } from './use-cover-page.ts';

/** The sender's details on cover pages, and the template (PCOV-01 to PCOV-05). */
export function CoverPagePage() {
  const { t, i18n } = useTranslation();
  const cover = useCoverPage();
  const { values, templates } = cover;
  const chosen = templates.find((one) => one.template_id === values.templateId);
  return (
    <PreferenceFrame
      data={cover}
      foot={
        <SaveBar busy={cover.saving} disabled={Object.keys(cover.faults).length > 0} onSave={cover.save} />
      }
      lead={t('coverPages.lead')}
      title={t('coverPages.title')}
    >
      <div className="coverp">
        <div className="coverp-form">
          <UseCoverPage cover={cover} />
          <Details cover={cover} />
          <TemplateChoice
            label={t('coverPages.template')}
            onChange={(templateId) => cover.change({ templateId })}
            templates={templates}
            value={values.templateId}
          />
        </div>
        {chosen !== undefined && (
          <CoverSample
            fallback={templateImage(chosen, 'large', i18n.language)}
            name={chosen.name}
            values={values}
            valid={Object.keys(cover.faults).length === 0}
          />
        )}
      </div>
    </PreferenceFrame>
  );
}

function UseCoverPage(props: { cover: CoverPagePrefs }) {
  const { values, change } = props.cover;
  const { t } = useTranslation();
  const email = useMainData()?.adminEmail ?? '';
  return (
    <div className="prefs-set coverp-use">
      <div>
        <h2 id="cover-use">{t('coverPages.use')}</h2>
        <p className="meta" id="cover-use-text">
          {t('coverPages.useText', { email })}
        </p>
      </div>
      <Switch
        aria-describedby="cover-use-text"
        aria-labelledby="cover-use"
        checked={values.useCoverpage === '1'}
        onChange={(event) => change({ useCoverpage: event.target.checked ? '1' : '0' })}
      />
    </div>
  );
}

function Details(props: { cover: CoverPagePrefs }) {
  const { values, change, faults } = props.cover;
  const { t } = useTranslation();
  const main = useMainData();
  const words = (name: CoverSetting, fault: string | undefined) => {
    if (fault === undefined) return undefined;
    const max = COVER_SETTINGS_LIMITS[name];
    return fault === 'DIGITS_ONLY' ? t('coverPages.digits', { max }) : t('coverPages.tooLong', { max });
  };
  const field = (name: CoverSetting) => ({
    label: t(`coverPages.${name}`),
    value: values[name],
    maxLength: COVER_SETTINGS_LIMITS[name],
    error: words(name, faults[name]),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const number = main === undefined ? '' : (formatFaxNumber(main.faxNumber) ?? main.formattedFaxNumber);
  return (
    <div className="coverp-fields">
      <div className="g2">
        <TextField {...field('name')} autoComplete="name" />
        <TextField {...field('company')} autoComplete="organization" />
      </div>
      <div className="g2">
        <TextField {...field('location')} autoComplete="street-address" />
        <TextField {...field('phone')} autoComplete="tel" inputMode="tel" numeric />
      </div>
      <div className="g2">
        <ReadOnly label={t('coverPages.faxNumber')} numeric value={number} />
        <ReadOnly label={t('coverPages.email')} value={main?.adminEmail ?? ''} />
      </div>
    </div>
  );
}

function ReadOnly(props: { label: string; value: string; numeric?: boolean }) {
  return (
    <div className="coverp-fixed">
      <TextField {...props} dir="ltr" readOnly />
      <Icon as={Lock} size="s" />
    </div>
  );
}
