import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorLineSet, operatorLineSettings } from '#contract/faxes/line-settings.admin.ts';
import type { ConsoleLine, ConsoleLineKind } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { Button } from '#web/ui/button.tsx';
import { useAction, useConsole } from './console-query.ts';
import { FormModal } from './form-modal.tsx';
import { LineFields } from './line-fields.tsx';
import { SHARED, isComplete, priceOf } from './line-form.ts';
import type { LineForm } from './line-form.ts';

type Settings = ReplyOf<typeof operatorLineSettings>;

/** Changes a line. The input holds its settings in their stored form. */
export function EditLine(props: { line: ConsoleLine; kind: ConsoleLineKind }) {
  const { line, kind } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const settings = useConsole(operatorLineSettings, { name: line.name });
  return (
    <>
      <Button disabled={settings.data === undefined} onClick={() => setOpen(true)} size="sm">
        {t('operator.line.edit')}
      </Button>
      {open && settings.data !== undefined && (
        <EditForm kind={kind} line={line} onClose={() => setOpen(false)} settings={settings.data} />
      )}
    </>
  );
}

function EditForm(props: {
  line: ConsoleLine;
  kind: ConsoleLineKind;
  settings: Settings;
  onClose: () => void;
}) {
  const { line, kind, settings, onClose } = props;
  const { t } = useTranslation();
  const act = useAction();
  const { pattern, priority, price, channels, hours, config } = settings;
  const [form, setForm] = useState<LineForm>({
    ...config,
    pattern,
    priority: String(priority),
    price: price === null ? '' : String(price),
    channels: String(channels),
    hours,
  });
  // If only the command line can show the connection, the rest can be changed here.
  const own = config === null ? [] : kind.fields;
  const stored = {
    ...kind,
    fields: own.map((field) => ({ ...field, required: field.required && !field.secret })),
  };
  const save = async () => {
    const given = own.map(({ name, secret }) => {
      const typed = form[name] ?? '';
      return [name, secret ? typed : typed.trim()] as const;
    });
    const body = {
      name: line.name,
      pattern: (form['pattern'] ?? '').trim(),
      priority: Number(form['priority']),
      price: priceOf(form) ?? null,
      channels: Number(form['channels']),
      hours: (form['hours'] ?? '').trim(),
      config: Object.fromEntries(given),
    };
    return (
      (await act(operatorLineSet, body, { done: t('operator.line.changed', { name: line.name }) })) !== null
    );
  };
  return (
    <FormModal
      complete={isComplete(stored, form)}
      onClose={onClose}
      onSubmit={save}
      submit={t('operator.save')}
      title={t('operator.line.editTitle', { name: line.name })}
    >
      <p className="meta">{t('operator.line.editText')}</p>
      <LineFields fields={[...own, ...SHARED]} form={form} kind={kind} onChange={setForm} stored />
    </FormModal>
  );
}
