import './template-choice.css';
import { useTranslation } from 'react-i18next';
import type { CoverTemplate } from '#contract/faxes/cover-pages.ts';
import { RadioList } from '#web/ui/radio-list.tsx';
import { templateImage } from './cover-pages.ts';

/** Cover page templates to choose from, each with a small picture (PCOV-04). */
export function TemplateChoice(props: {
  label: string;
  templates: readonly CoverTemplate[];
  value: string;
  onChange: (templateId: string) => void;
}) {
  const { i18n } = useTranslation();
  const { label, templates, value, onChange } = props;
  return (
    <div className="templates">
      <p aria-hidden="true" className="templates-title">
        {label}
      </p>
      <RadioList
        label={label}
        labelHidden
        layout="row"
        onChange={onChange}
        options={templates.map((template) => ({
          value: template.template_id,
          label: template.name,
          preview: (
            <img
              alt=""
              height={207}
              loading="lazy"
              src={templateImage(template, 'small', i18n.language)}
              width={160}
            />
          ),
        }))}
        value={value}
      />
    </div>
  );
}
