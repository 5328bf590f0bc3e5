import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EVENT_TYPES } from '#contract/v1/event-types.ts';
import type { EventType } from '#contract/v1/event-types.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { EndpointForm } from './use-webhooks.ts';

const URL_MAX = 1_000;
const DESCRIPTION_MAX = 100;

/** The event types to choose from; test events are sent manually. */
const CHOICES = EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** Adds or changes an endpoint. `onSave` throws what is wrong with the form. */
export function EndpointModal(props: {
  row: WebhookRow | null;
  onSave: (form: EndpointForm) => Promise<void>;
  onClose: () => void;
}) {
  const { row, onSave, onClose } = props;
  const { t } = useTranslation();
  const [url, setUrl] = useState(row?.url ?? 'https://');
  const [description, setDescription] = useState(row?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(row?.events));
  const { busy, error, say, save } = useDialogSave(onClose);
  const submit = () => {
    if (!URL.canParse(url.trim()) || !/^https?:/u.test(url)) return say(t('webhooks.urlWrong'));
    const events = EVENT_TYPES.filter((type) => chosen.has(type));
    const form = { url: url.trim(), description: description.trim(), events };
    return void save(async () => await onSave(form), t('webhooks.failed'));
  };
  return (
    <FormModal
      busy={busy}
      className="wh-form"
      cross={false}
      onClose={onClose}
      onSubmit={submit}
      submit={t(row === null ? 'webhooks.add' : 'webhooks.save')}
      title={t(row === null ? 'webhooks.add' : 'webhooks.edit')}
    >
      <TextField
        autoComplete="off"
        counted={false}
        dir="ltr"
        error={error}
        hint={t('webhooks.urlHint')}
        inputMode="url"
        label={t('webhooks.url')}
        maxLength={URL_MAX}
        onChange={(event) => {
          setUrl(event.target.value);
          say(undefined);
        }}
        required
        spellCheck={false}
        value={url}
      />
      <TextField
        autoComplete="off"
        counted={false}
        label={t('webhooks.description')}
        maxLength={DESCRIPTION_MAX}
        onChange={(event) => setDescription(event.target.value)}
        value={description}
      />
      <TypeChoice chosen={chosen} onChange={setChosen} />
    </FormModal>
  );
}

function TypeChoice(props: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }) {
  const { chosen, onChange } = props;
  const { t } = useTranslation();
  const toggle = (type: EventType, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(type);
    else next.delete(type);
    onChange(next);
  };
  return (
    <fieldset className="wh-types">
      <legend>{t('webhooks.events')}</legend>
      <p className="meta">{t('webhooks.eventsHint')}</p>
      {CHOICES.map((type) => (
        <Checkbox
          checked={chosen.has(type)}
          key={type}
          onChange={(event) => toggle(type, event.target.checked)}
        >
          <code>{type}</code>
        </Checkbox>
      ))}
    </fieldset>
  );
}
