import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AppPasswords } from './use-app-passwords.ts';

/** Asks for a name, then shows the app password, which cannot be shown again later. */
export function AppPasswordModal(props: { list: AppPasswords; onClose: () => void }) {
  const { list, onClose } = props;
  if (list.fresh !== null) return <Fresh fresh={list.fresh} onClose={onClose} />;
  return <Ask list={list} onClose={onClose} />;
}

function Ask(props: { list: AppPasswords; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = name.trim() !== '';
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    await list.add(name.trim());
    setBusy(false);
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button busy={busy} disabled={!ready} form="app-password" type="submit" variant="primary">
            {t('security.app.add')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('security.app.add')}
    >
      <form id="app-password" noValidate onSubmit={(event) => void add(event)} ref={focusFirstField}>
        <TextField
          autoComplete="off"
          label={t('security.app.name')}
          maxLength={KEY_NAME_MAX}
          name="app-password-name"
          onChange={(event) => setName(event.target.value)}
          placeholder={t('security.app.namePlaceholder')}
          value={name}
        />
      </form>
    </Modal>
  );
}

/** The password cannot be shown again, so a click outside must not close the dialog. */
function Fresh(props: { fresh: { name: string; password: string }; onClose: () => void }) {
  const { name, password } = props.fresh;
  const { t } = useTranslation();
  return (
    <Modal
      alert
      footer={
        <Button onClick={props.onClose} variant="primary">
          {t('security.app.close')}
        </Button>
      }
      onClose={props.onClose}
      open
      title={t('security.app.added')}
    >
      <output className="app-fresh">
        <p>{t('security.app.shown', { name })}</p>
        <p className="rowx">
          <code className="num strong" dir="ltr">
            {password}
          </code>
          <CopyButton name={t('security.app.title')} text={password} />
        </p>
      </output>
    </Modal>
  );
}
