import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorLineAdd } from '#contract/faxes/queue.admin.ts';
import type { ConsoleLineKind } from '#contract/faxes/queue.admin.ts';
import { RadioList } from '#web/ui/radio-list.tsx';
import { useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';
import { LineFields, useLineText } from './line-fields.tsx';
import { NEW_LINE, configOf, isComplete, lineFields, priceOf } from './line-form.ts';
import type { LineForm } from './line-form.ts';

/** A new line of a given kind: its connection, and the numbers that it reaches. Secrets are never shown again. */
export function AddLine(props: {
  kinds: readonly [ConsoleLineKind, ...ConsoleLineKind[]];
  onClose: () => void;
  onAdded: (webhookUrl: string) => void;
}) {
  const { kinds, onClose, onAdded } = props;
  const { t } = useTranslation();
  const act = useAction();
  const textOf = useLineText();
  const [chosen, setChosen] = useState(kinds[0].kind);
  const [form, setForm] = useState<LineForm>(NEW_LINE);
  const kind = kinds.find((one) => one.kind === chosen) ?? kinds[0];
  const add = async () => {
    const body = {
      kind: kind.kind,
      name: form['name']?.trim() || kind.kind,
      pattern: (form['pattern'] ?? '').trim(),
      priority: Number(form['priority']),
      price: priceOf(form) ?? null,
      channels: Number(form['channels']),
      hours: (form['hours'] ?? '').trim(),
      config: configOf(kind, form),
    };
    const added = await act(operatorLineAdd, body, { done: t('operator.line.added', { name: body.name }) });
    if (added?.webhookUrl) onAdded(added.webhookUrl);
    return added !== null;
  };
  return (
    <FormModal
      complete={isComplete(kind, form)}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.line.add')}
      title={t('operator.line.add')}
    >
      <RadioList
        label={t('operator.line.kind')}
        onChange={setChosen}
        options={kinds.map((one) => ({ value: one.kind, label: textOf('kinds', one.kind, one.label) }))}
        value={kind.kind}
      />
      <LineFields fields={lineFields(kind)} form={form} kind={kind} onChange={setForm} />
    </FormModal>
  );
}
