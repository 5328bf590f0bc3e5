import { useTranslation } from 'react-i18next';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { usePasswordMax } from '#web/kit/password-input.tsx';
import { SignOnButtons, SignOnFailure } from '#web/shared/identity/sign-on-buttons.tsx';
import { pasteNumber } from '#web/shared/faxes/paste-number.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { hasEmailAndPassword, hasNonDigits, isValid } from './login-rules.ts';
import { SignInSheet } from './sign-in-sheet.tsx';
import type { NameFieldProps } from './sign-in-sheet.tsx';
import { signInAccount, signInPerson } from './sign-in.ts';

const route = getRouteApi('/guest/login');
const emailRoute = getRouteApi('/guest/login/email');

/** Sign-in with fax number and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const { error, link, step } = route.useSearch();
  const passwordMax = usePasswordMax();
  return (
    <SignInSheet
      handedOver={step === '1'}
      isValid={(credentials) => isValid(credentials, passwordMax)}
      lead={t('login.lead')}
      linkUsed={link === 'used'}
      NameField={NumberField}
      otherWay={
        <>
          <SignOnButtons />
          <p className="sheet-other">
            <Link to="/login/email">{t('login.byEmail')}</Link>
          </p>
        </>
      }
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

/** Sign-in with a personal login, for the fax accounts on which the person works. */
export function EmailLoginPage() {
  const { t } = useTranslation();
  const { sso } = emailRoute.useSearch();
  return (
    <SignInSheet
      handedOver={false}
      incorrect={t('login.emailIncorrect')}
      isValid={hasEmailAndPassword}
      lead={t('login.emailLead')}
      NameField={EmailField}
      notice={<SignOnFailure fault={sso} />}
      otherWay={
        <>
          <SignOnButtons />
          <p className="sheet-other">
            <Link to="/login">{t('login.byNumber')}</Link>
          </p>
        </>
      }
      passwordAction={
        <Link search={{ by: 'email' }} to="/forgot-password">
          {t('login.forgot')}
        </Link>
      }
      refused={false}
      signIn={signInPerson}
      title={t('login.title')}
    />
  );
}
