import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { confirmDiscard } from '#web/kit/use-unsaved.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { AddressField, ExpiryField, ModeChoice, expiryOf } from './key-fields.tsx';
import type { Expiry } from './key-fields.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { SHOWN_SCOPES } from './scope-words.ts';
import type { KeyForm } from './use-api-keys.ts';

/** The error messages by field. */
interface Wrong {
  name?: string;
  scopes?: string;
  networks?: string;
  expiry?: string;
}

const FIELDS: Readonly<Record<string, keyof Wrong>> = {
  KEY_SCOPES: 'scopes',
  KEY_NETWORK: 'networks',
  KEY_EXPIRY: 'expiry',
};

/** Makes or changes a key. `onSave` throws what is wrong with the form. */
export function KeyModal(props: {
  row: ApiKeyEntry | null;
  scopes: readonly Scope[];
  onSave: (form: KeyForm) => Promise<void>;
  onClose: () => void;
}) {
  const { row, scopes, onClose } = props;
  const { t } = useTranslation();
  const form = useKeyForm(props);
  const { values, set, wrong, busy, submit } = form;
  return (
    <FormModal
      busy={busy}
      className="ak-form"
      onClose={onClose}
      onLeave={() => void form.leave()}
      onSubmit={submit}
      size="xl"
      submit={t(row === null ? 'apiKeys.create' : 'apiKeys.save')}
      title={t(row === null ? 'apiKeys.createTitle' : 'apiKeys.editTitle')}
    >
      <TextField
        autoComplete="off"
        error={wrong.name}
        hint={t('apiKeys.nameHint')}
        label={t('apiKeys.name')}
        maxLength={KEY_NAME_MAX}
        onChange={(event) => set({ name: event.target.value })}
        required
        value={values.name}
      />
      {row === null && <ModeChoice mode={values.mode} onChange={(mode) => set({ mode })} />}
      <ScopeChoice
        chosen={values.scopes}
        error={wrong.scopes}
        note={values.mode === 'test' ? t('apiKeys.nothingCharged') : undefined}
        onChange={(chosen) => set({ scopes: chosen })}
        scopes={scopes}
      />
      <div className="ak-pair">
        <ExpiryField
          error={wrong.expiry}
          onChange={(expiry) => set({ expiry })}
          now={values.expiry}
          saved={row?.expiresAt}
        />
        <AddressField
          error={wrong.networks}
          networks={values.networks}
          onChange={(networks) => set({ networks })}
          typed={{ text: values.typed, onText: (typed) => set({ typed }) }}
        />
      </div>
    </FormModal>
  );
}

interface Values {
  name: string;
  mode: KeyForm['mode'];
  scopes: ReadonlySet<Scope>;
  expiry: Expiry;
  networks: readonly string[];
  /** The text in the address field that is not an address yet. */
  typed: string;
}

function valuesOf(row: ApiKeyEntry | null): Values {
  return {
    name: row?.name ?? '',
    mode: row?.mode ?? 'live',
    scopes: new Set(row?.scopes ?? (['faxes:send', 'faxes:read'] as const)),
    expiry: { kind: row === null ? 'year' : 'saved', day: '' },
    networks: row?.networks ?? [],
    typed: '',
  };
}

function useKeyForm({ row, onSave, onClose }: Parameters<typeof KeyModal>[0]) {
  const { t } = useTranslation();
  const [values, setValues] = useState(() => valuesOf(row));
  const [touched, setTouched] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const { busy, save } = useDialogSave(onClose);
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setTouched(true);
    setWrong({});
  };
  const expiresAt = () => expiryOf(values.expiry, row?.expiresAt ?? null);
  const check = (): Wrong => ({
    ...(values.name.trim() === '' && { name: t('apiKeys.nameNeeded') }),
    ...(values.scopes.size === 0 && { scopes: t('apiKeys.scopeNeeded') }),
    ...(expiresAt() === undefined && { expiry: t('apiKeys.dayNeeded') }),
    ...(values.typed.trim() !== '' && { networks: t('apiKeys.addressWrong', { entry: values.typed }) }),
  });
  const send = async () => {
    await onSave({
      name: values.name.trim(),
      mode: values.mode,
      scopes: SHOWN_SCOPES.filter((scope) => values.scopes.has(scope)),
      networks: [...values.networks],
      expiresAt: expiresAt() ?? null,
    });
  };
  const submit = () => {
    const found = check();
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    void save(send, (error) => {
      const { code, message } = error instanceof ApiError ? error : { code: '', message: '' };
      const words = message === '' ? t('apiKeys.failed') : message;
      setWrong({ [FIELDS[code] ?? 'name']: words });
      return words;
    });
  };
  // Pressing Escape by mistake loses nothing that was typed.
  const leave = async () => {
    const sure = !touched || (await confirmDiscard(t));
    if (sure) onClose();
  };
  return { values, set, wrong, busy, submit, leave };
}
