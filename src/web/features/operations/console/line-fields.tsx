import { useTranslation } from 'react-i18next';
import type { ConsoleLineKind } from '#contract/faxes/queue.admin.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { LineForm, LineFormField } from './line-form.ts';

/** Returns the translation of a known text of a line kind, otherwise the server's text. */
export function useLineText() {
  const { t } = useTranslation();
  return (group: 'kinds' | 'field' | 'hint', name: string, defaultValue: string): string =>
    t(`operator.line.${group}.${name}` as never, { defaultValue }) as string;
}

/** The fields of a line; stored secrets are not shown, and stay if nothing is typed. */
export function LineFields(props: {
  kind: ConsoleLineKind;
  fields: readonly LineFormField[];
  form: LineForm;
  /** Whether the line already exists. */
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
