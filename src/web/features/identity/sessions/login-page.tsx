import { useTranslation } from 'react-i18next';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { pasteNumber } from '#web/shared/faxes/paste-number.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { hasNonDigits, isValid } from './login-rules.ts';
import { SignInSheet } from './sign-in-sheet.tsx';
import type { NameFieldProps } from './sign-in-sheet.tsx';
import { signInAccount } from './sign-in.ts';

const route = getRouteApi('/guest/login');

/** Log in with fax number and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const { error, link, step } = route.useSearch();
  return (
    <SignInSheet
      handedOver={step === '1'}
      isValid={isValid}
      lead={t('login.lead')}
      linkUsed={link === 'used'}
      NameField={NumberField}
      passwordAction={<Link to="/forgot-password">{t('login.forgot')}</Link>}
      refused={error === '1'}
      signIn={signInAccount}
      title={t('login.title')}
    />
  );
}

function NumberField(props: NameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      error={hasNonDigits(String(props.value)) ? t('login.numbersOnly') : undefined}
      inputMode="numeric"
      label={t('login.faxNumber')}
      maxLength={LOGIN_NUMBER_MAX}
      numeric
      onPaste={pasteNumber}
    />
  );
}
