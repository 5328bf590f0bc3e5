import '#web/ui/skeleton.css';
import './template-choice.css';
import { useState } from 'react';
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
          preview: <TemplatePicture src={templateImage(template, 'small', i18n.language)} />,
        }))}
        value={value}
      />
    </div>
  );
}

/** A small picture of a template; a skeleton of the same size until the picture has loaded or failed. */
function TemplatePicture(props: { src: string }) {
  const [settled, setSettled] = useState('');
  return (
    <img
      alt=""
      className={settled === props.src ? undefined : 'sk'}
      height={207}
      loading="lazy"
      onError={() => setSettled(props.src)}
      onLoad={() => setSettled(props.src)}
      src={props.src}
      width={160}
    />
  );
}
