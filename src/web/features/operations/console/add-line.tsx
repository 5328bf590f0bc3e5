import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LINE_KINDS, operatorLineAdd } from '#contract/faxes/queue.admin.ts';
import { RadioList } from '#web/ui/radio-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';
import { SECRETS, configOf, isComplete, lineFields } from './line-form.ts';
import type { LineField, LineWish } from './line-form.ts';

/** A new line: how it is reached, and which numbers it reaches. What is typed as a password is never shown again. */
export function AddLine({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (webhookUrl: string) => void;
}) {
  const { t } = useTranslation();
  const act = useAction();
  const [wish, setWish] = useState<LineWish>({
    kind: 'hylafax',
    pattern: '*',
    priority: '100',
    channels: '4',
  });
  const add = async () => {
    const { kind, name = '', pattern = '', priority, channels } = wish;
    const body = {
      kind,
      name: name.trim() || kind,
      pattern: pattern.trim(),
      priority: Number(priority),
      channels: Number(channels),
      config: configOf(wish),
    };
    const added = await act(operatorLineAdd, body, { done: t('operator.line.added', { name: body.name }) });
    if (added?.webhookUrl) onAdded(added.webhookUrl);
    return added !== null;
  };
  const field = (name: LineField) => (
    <TextField
      autoComplete="off"
      hint={HINTED.has(name) ? t(`operator.line.hint.${name}` as never) : undefined}
      key={`${wish.kind}-${name}`}
      label={t(`operator.line.field.${name}` as never)}
      onChange={(event) => setWish((before) => ({ ...before, [name]: event.target.value }))}
      type={SECRETS.has(name) ? 'password' : 'text'}
      value={wish[name] ?? ''}
    />
  );
  return (
    <FormModal
      complete={isComplete(wish)}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.line.add')}
      title={t('operator.line.add')}
    >
      <RadioList
        label={t('operator.line.kind')}
        onChange={(kind) => setWish((before) => ({ ...before, kind: kind as LineWish['kind'] }))}
        options={LINE_KINDS.map((value) => ({ value, label: t(`operator.line.kinds.${value}`) }))}
        value={wish.kind}
      />
      <div className="oc-fields">{lineFields(wish.kind).map(field)}</div>
    </FormModal>
  );
}

/** Fields whose name alone does not say what to type. */
const HINTED: ReadonlySet<LineField> = new Set([
  'name',
  'pattern',
  'priority',
  'server',
  'admin',
  'modem',
  'options',
  'apiBase',
]);
