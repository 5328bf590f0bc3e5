import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import type { AppPassword } from '#contract/identity/app-passwords.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { formatDateTime } from '#web/kit/format-date.ts';
import { SendByEmail } from '#web/shared/faxes/send-by-email.tsx';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAppPasswords } from './use-app-passwords.ts';
import type { AppPasswords } from './use-app-passwords.ts';

/** How to send by e-mail, and the passwords by which machines and mail programs do it. */
export function AppPasswordSection() {
  const { t } = useTranslation();
  const list = useAppPasswords();
  return (
    <>
      <CredentialSection id="by-email-title" title={t('byEmail.title')}>
        <SendByEmail />
      </CredentialSection>
      <CredentialSection
        failed={list.failed && t('security.app.loadFailed')}
        id="app-title"
        lead={t('security.app.lead')}
        title={t('security.app.title')}
      >
        {list.fresh === null ? <AddForm list={list} /> : <Fresh fresh={list.fresh} onClose={list.forget} />}
        <ul>
          {list.passwords.map((password) => (
            <Row key={password.id} onRevoke={() => void list.revoke(password)} password={password} />
          ))}
        </ul>
      </CredentialSection>
    </>
  );
}

function AddForm(props: { list: AppPasswords }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await props.list.add(name.trim()))) setName('');
  };
  return (
    <form className="app-add" noValidate onSubmit={(event) => void add(event)}>
      <TextField
        autoComplete="off"
        label={t('security.app.name')}
        maxLength={KEY_NAME_MAX}
        name="app-password-name"
        onChange={(event) => setName(event.target.value)}
        placeholder={t('security.app.namePlaceholder')}
        value={name}
      />
      <Button disabled={name.trim() === ''} type="submit">
        {t('security.app.add')}
      </Button>
    </form>
  );
}

/** The one moment in which the password can be read. */
function Fresh(props: { fresh: { name: string; password: string }; onClose: () => void }) {
  const { name, password } = props.fresh;
  const { t } = useTranslation();
  return (
    <output className="app-fresh">
      <p>{t('security.app.shown', { name })}</p>
      <p className="rowx">
        <code className="num strong" dir="ltr">
          {password}
        </code>
        <CopyButton name={t('security.app.title')} text={password} />
      </p>
      <Button onClick={props.onClose} size="sm">
        {t('security.app.close')}
      </Button>
    </output>
  );
}

function Row(props: { password: AppPassword; onRevoke: () => void }) {
  const { name, createdAt, lastUsedAt, lastAddress } = props.password;
  const { t } = useTranslation();
  const made = formatDateTime(createdAt);
  return (
    <Credential
      about={
        lastUsedAt === null
          ? t('security.app.never', { made })
          : t('security.app.used', { made, used: formatDateTime(lastUsedAt), address: lastAddress })
      }
      name={name}
    >
      <Button aria-label={t('security.app.revokeLabel', { name })} onClick={props.onRevoke} size="sm">
        {t('security.app.revoke')}
      </Button>
    </Credential>
  );
}
