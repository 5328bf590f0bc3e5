import { useTranslation } from 'react-i18next';
import { getRouteApi } from '@tanstack/react-router';
import { USERNAME_MAX } from '#contract/identity/multifax-login.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { hasNameAndPassword } from './login-rules.ts';
import { SignInSheet } from './sign-in-sheet.tsx';
import type { NameFieldProps } from './sign-in-sheet.tsx';
import { signInAdministrator } from './sign-in.ts';

const route = getRouteApi('/guest/multifax/login');

/** Sign-in for the administrator of several fax accounts (MFL-01). */
export function MultifaxLoginPage() {
  const { t } = useTranslation();
  const { error, step } = route.useSearch();
  return (
    <SignInSheet
      handedOver={step === 1}
      isValid={hasNameAndPassword}
      lead={t('multifax.login.lead')}
      NameField={UsernameField}
      refused={error === 1}
      signIn={signInAdministrator}
      title={t('multifax.login.title')}
    />
  );
}

function UsernameField(props: NameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      autoCapitalize="none"
      counter=""
      label={t('multifax.login.username')}
      maxLength={USERNAME_MAX}
      spellCheck={false}
    />
  );
}
