import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { focusFirst } from '#web/kit/focus-first.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Purpose } from './use-second-step.ts';

/** Six digits and the space that apps show in the middle. */
const CODE_INPUT_MAX = 7;

/** A change of the login requires the password, even on an open screen. */
export function PasswordForm(props: {
  purpose: Purpose;
  onProve: (password: string) => Promise<void>;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <StepForm
      danger={props.purpose === 'off'}
      label={t(props.purpose === 'off' ? 'security.step.turnOff' : 'security.step.continue')}
      onLeave={props.onLeave}
      onSubmit={() => props.onProve(password)}
      ready={password !== ''}
    >
      <PasswordInput
        autoComplete="current-password"
        ref={focusFirst}
        label={t('security.step.password')}
        name="step-password"
        onChange={(event) => setPassword(event.target.value)}
        required
        value={password}
      />
    </StepForm>
  );
}

/** The secret for the app, as a picture and as text, and a field for its first code. */
export function ScanForm(props: {
  secret: string;
  uri: string;
  onConfirm: (code: string) => Promise<void>;
  onLeave: () => void;
}) {
  const { secret, uri } = props;
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  return (
    <StepForm
      label={t('security.step.confirm')}
      onLeave={props.onLeave}
      onSubmit={() => props.onConfirm(code)}
      ready={/^\d{3}\s?\d{3}$/.test(code)}
    >
      <p>{t('security.step.scan')}</p>
      <QrCode label={t('security.step.qr')} text={uri} />
      <p className="rowx">
        <span className="meta">{t('security.step.key')}</span>
        <code className="num strong step-key" dir="ltr">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
        <CopyButton name={t('security.step.key')} text={secret} />
      </p>
      <TextField
        autoComplete="one-time-code"
        ref={focusFirst}
        dir="ltr"
        inputMode="numeric"
        label={t('security.step.code')}
        maxLength={CODE_INPUT_MAX}
        name="step-code"
        numeric
        onChange={(event) => setCode(event.target.value)}
        required
        value={code}
      />
    </StepForm>
  );
}

function StepForm(props: {
  label: string;
  ready: boolean;
  danger?: boolean;
  onSubmit: () => Promise<void>;
  onLeave: () => void;
  children: ReactNode;
}) {
  const { label, ready, danger = false, onSubmit, onLeave, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };
  return (
    <form className="step-form" noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <p className="step-actions">
        <Button disabled={!ready || busy} type="submit" variant={danger ? 'danger' : 'primary'}>
          {label}
        </Button>
        <Button onClick={onLeave}>{t('app.cancel')}</Button>
      </p>
    </form>
  );
}
