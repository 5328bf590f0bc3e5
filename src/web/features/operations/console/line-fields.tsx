import { useTranslation } from 'react-i18next';
import type { ConsoleLineKind } from '#contract/faxes/queue.admin.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { LineForm, LineFormField } from './line-form.ts';

/** The translation of a known text of a kind of lines; else what the server says. */
export function useLineText() {
  const { t } = useTranslation();
  return (group: 'kinds' | 'field' | 'hint', name: string, defaultValue: string): string =>
    t(`operator.line.${group}.${name}` as never, { defaultValue }) as string;
}

/** The fields of a line; secrets that are stored are not shown, and stay when nothing is typed. */
export function LineFields(props: {
  kind: ConsoleLineKind;
  fields: readonly LineFormField[];
  form: LineForm;
  /** The line is there already. */
  stored?: boolean;
  onChange: (form: LineForm) => void;
}) {
  const { kind, fields, form, stored = false, onChange } = props;
  const { t } = useTranslation();
  const textOf = useLineText();
  return (
    <div className="oc-fields">
      {fields.map(({ name, label, hint, secret }) => (
        <TextField
          autoComplete={secret ? 'new-password' : 'off'}
          hint={(stored && secret ? t('operator.line.keptSecret') : textOf('hint', name, hint)) || undefined}
          key={`${kind.kind}-${name}`}
          label={textOf('field', name, label)}
          onChange={(event) => onChange({ ...form, [name]: event.target.value })}
          type={secret ? 'password' : 'text'}
          value={form[name] ?? ''}
        />
      ))}
    </div>
  );
}
