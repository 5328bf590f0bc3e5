import './session.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { pasteNumber } from '#web/shared/faxes/paste-number.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { hasNonDigits } from './login-rules.ts';
import { useForgot } from './use-forgot.ts';

const route = getRouteApi('/guest/forgot-password');

/** Requests a link for a new password by fax number (FORGOT-01 to FORGOT-03), or by the email address of the login. */
export function ForgotPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('forgot.title'));
  const ask = useForgot();
  const byEmail = route.useSearch().by === 'email';
  const [name, setName] = useState('');
  const valid = byEmail ? name.includes('@') : name !== '' && !hasNonDigits(name);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) void ask(name);
  };
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('forgot.title')}</h1>
          <p className="lead">{t(byEmail ? 'forgot.emailLead' : 'forgot.lead')}</p>
        </div>
        {byEmail ? (
          <EmailField onChange={(event) => setName(event.target.value)} value={name} />
        ) : (
          <TextField
            autoComplete="username"
            error={hasNonDigits(name) ? t('login.numbersOnly') : undefined}
            inputMode="numeric"
            label={t('login.faxNumber')}
            maxLength={LOGIN_NUMBER_MAX}
            name="username"
            numeric
            onChange={(event) => setName(event.target.value)}
            onPaste={pasteNumber}
            required
            size="lg"
            value={name}
          />
        )}
        <div className="pair">
          <Button onClick={() => void navigate({ to: byEmail ? '/login/email' : '/login' })} size="lg">
            {t('app.cancel')}
          </Button>
          <Button disabled={!valid} size="lg" type="submit" variant="primary">
            {t('forgot.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}
