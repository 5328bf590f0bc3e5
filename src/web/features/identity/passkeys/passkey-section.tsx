import './passkeys.css';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { KEY_NAME_MAX } from '#contract/kit/login-key.ts';
import type { Passkey } from '#contract/identity/passkeys.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { focusFirst } from '#web/kit/focus-first.ts';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { usePasskeys } from './use-passkeys.ts';
import type { Passkeys } from './use-passkeys.ts';

/** Passkeys in the account security of both kinds of login. */
export function PasskeySection() {
  const { t } = useTranslation();
  const list = usePasskeys();
  const [adding, setAdding] = useState(false);
  return (
    <CredentialSection
      action={
        browserSupportsWebAuthn() &&
        !adding && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('security.passkeys.add')}
          </Button>
        )
      }
      failed={list.failed && t('security.passkeys.loadFailed')}
      id="passkeys-title"
      lead={t('security.passkeys.lead')}
      title={t('security.passkeys.title')}
    >
      {list.passkeys.length > 0 && (
        <ul>
          {list.passkeys.map((passkey) => (
            <Row key={passkey.id} list={list} passkey={passkey} />
          ))}
        </ul>
      )}
      {!browserSupportsWebAuthn() && <p className="meta">{t('security.passkeys.unsupported')}</p>}
      {browserSupportsWebAuthn() && adding && <AddForm list={list} onDone={() => setAdding(false)} />}
    </CredentialSection>
  );
}

function NameField(props: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}) {
  const { t } = useTranslation();
  const { onChange, ...field } = props;
  return (
    <TextField
      {...field}
      autoComplete="off"
      label={t('security.passkeys.name')}
      maxLength={KEY_NAME_MAX}
      onChange={(event) => onChange(event.target.value)}
      ref={focusFirst}
      required
    />
  );
}

function AddForm(props: { list: Passkeys; onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = name.trim() !== '' && password !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    if (await props.list.add(name.trim(), password)) props.onDone();
    setBusy(false);
  };
  return (
    <form className="passkeys-form" noValidate onSubmit={(event) => void submit(event)}>
      <NameField
        name="passkey-name"
        onChange={setName}
        placeholder={t('security.passkeys.namePlaceholder')}
        value={name}
      />
      <PasswordInput
        autoComplete="current-password"
        label={t('security.step.password')}
        name="passkey-password"
        onChange={(event) => setPassword(event.target.value)}
        required
        value={password}
      />
      <p className="passkeys-actions">
        <Button busy={busy} disabled={!ready} type="submit" variant="primary">
          {t('security.step.continue')}
        </Button>
        <Button onClick={props.onDone}>{t('app.cancel')}</Button>
      </p>
    </form>
  );
}

function Row(props: { passkey: Passkey; list: Passkeys }) {
  const { passkey, list } = props;
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  if (naming) return <RenameForm list={list} onDone={() => setNaming(false)} passkey={passkey} />;
  const { name, createdAt, lastUsedAt } = passkey;
  const made = formatDateTime(createdAt);
  return (
    <Credential
      about={
        lastUsedAt === null
          ? t('security.passkeys.never', { made })
          : t('security.passkeys.used', { made, used: formatDateTime(lastUsedAt) })
      }
      name={name}
    >
      <p className="passkeys-actions">
        <Button
          aria-label={t('security.passkeys.renameLabel', { name })}
          onClick={() => setNaming(true)}
          size="sm"
        >
          {t('security.passkeys.rename')}
        </Button>
        <Button
          aria-label={t('security.passkeys.removeLabel', { name })}
          onClick={() => void list.remove(passkey)}
          size="sm"
        >
          {t('security.passkeys.remove')}
        </Button>
      </p>
    </Credential>
  );
}

function RenameForm(props: { passkey: Passkey; list: Passkeys; onDone: () => void }) {
  const { passkey, list, onDone } = props;
  const { t } = useTranslation();
  const [name, setName] = useState(passkey.name);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setBusy(true);
    if (await list.rename(passkey, name.trim())) onDone();
    setBusy(false);
  };
  return (
    <li>
      <form className="passkeys-form" noValidate onSubmit={(event) => void submit(event)}>
        <NameField name="passkey-new-name" onChange={setName} value={name} />
        <p className="passkeys-actions">
          <Button busy={busy} disabled={name.trim() === ''} type="submit" variant="primary">
            {t('security.passkeys.rename')}
          </Button>
          <Button onClick={onDone}>{t('app.cancel')}</Button>
        </p>
      </form>
    </li>
  );
}
