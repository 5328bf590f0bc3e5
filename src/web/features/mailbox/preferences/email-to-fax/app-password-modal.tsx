import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { OnceOnlyModal } from '#web/shared/identity/once-only-modal.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AppPasswords } from './use-app-passwords.ts';

/** Asks for the name of a new app password. */
export function AddAppPassword(props: { list: AppPasswords; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { busy, error, say, save } = useDialogSave(onClose);
  const ready = name.trim() !== '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void save(async () => await list.add(name.trim()), t('security.app.addFailed'));
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('security.app.adding')}
            disabled={!ready}
            form="app-password"
            type="submit"
            variant="primary"
          >
            {t('security.app.add')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('security.app.add')}
    >
      <form id="app-password" noValidate onSubmit={add} ref={focusFirstField}>
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
      </form>
    </Modal>
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
