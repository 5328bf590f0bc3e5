import '#web/shared/faxes/fax-picture.css';
import { useTranslation } from 'react-i18next';
import type { CoverSettings } from '#contract/faxes/cover-pages.ts';
import { useCoverPreview } from '#web/shared/faxes/cover-preview.ts';

/** A large picture of the chosen template, with the details as currently typed (PCOV-05). */
export function CoverSample(props: {
  name: string;
  values: CoverSettings;
  valid: boolean;
  /** The template's own picture, until the first preview is rendered. */
  fallback: string;
}) {
  const { name, values, valid, fallback } = props;
  const { t } = useTranslation();
  const sample = (key: 'to' | 'subject' | 'comments') => t(`coverPages.sample.${key}`);
  const { url } = useCoverPreview(
    valid
      ? {
          template_id: values.templateId,
          destinations: '2125550147',
          pages: 3,
          to_company: sample('to'),
          regarding: sample('subject'),
          comments: sample('comments'),
          from_person: values.name,
          from_company: values.company,
          from_location: values.location,
          from_phone: values.phone,
        }
      : null,
  );
  return (
    <section aria-labelledby="cover-sample" className="coverp-sample">
      <div className="between">
        <h2 className="prefs-sec" id="cover-sample">
          {t('coverPages.preview')}
        </h2>
        <span className="meta">{name}</span>
      </div>
      <div className="coverp-area fax-picture">
        <img alt={t('coverPages.previewOf', { name })} height={1036} src={url ?? fallback} width={800} />
      </div>
    </section>
  );
}
