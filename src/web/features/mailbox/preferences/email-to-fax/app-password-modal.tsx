import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { OnceOnlyModal } from '#web/shared/identity/once-only-modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AppPasswords } from './use-app-passwords.ts';

/** Asks for the name of a new app password. */
export function AddAppPassword(props: { list: AppPasswords; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { busy, error, say, save } = useDialogSave(onClose);
  const ready = name.trim() !== '';
  const add = () => {
    if (ready) void save(async () => await list.add(name.trim()), t('security.app.addFailed'));
  };
  return (
    <FormModal
      busy={busy}
      busyLabel={t('security.app.adding')}
      onClose={onClose}
      onSubmit={add}
      ready={ready}
      submit={t('security.app.add')}
      title={t('security.app.add')}
    >
      <TextField
        autoComplete="off"
        label={t('security.app.name')}
        maxLength={KEY_NAME_MAX}
        name="app-password-name"
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          say(undefined);
        }}
        placeholder={t('security.app.namePlaceholder')}
        value={name}
      />
    </FormModal>
  );
}

/** An app password, in the one moment in which it can be read. */
export function FreshAppPassword(props: { fresh: { name: string; password: string }; onClose: () => void }) {
  const { name, password } = props.fresh;
  const { t } = useTranslation();
  return (
    <OnceOnlyModal
      done={t('security.app.close')}
      lead={t('security.app.shown', { name })}
      name={t('security.app.title')}
      onClose={props.onClose}
      secret={password}
      title={t('security.app.added')}
    />
  );
}
