import './session.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { pasteNumber } from '#web/shared/faxes/paste-number.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { hasNonDigits } from './login-rules.ts';
import { useForgot } from './use-forgot.ts';

/** Ask for a link to a new password by fax number (FORGOT-01 to FORGOT-03). */
export function ForgotPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('forgot.title'));
  const ask = useForgot();
  const [faxNumber, setFaxNumber] = useState('');
  const valid = faxNumber !== '' && !hasNonDigits(faxNumber);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) void ask(faxNumber);
  };
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('forgot.title')}</h1>
          <p className="lead">{t('forgot.lead')}</p>
        </div>
        <TextField
          autoComplete="username"
          error={hasNonDigits(faxNumber) ? t('login.numbersOnly') : undefined}
          inputMode="numeric"
          label={t('login.faxNumber')}
          maxLength={LOGIN_NUMBER_MAX}
          name="username"
          numeric
          onChange={(event) => setFaxNumber(event.target.value)}
          onPaste={pasteNumber}
          required
          size="lg"
          value={faxNumber}
        />
        <div className="pair">
          <Button onClick={() => void navigate({ to: '/login' })} size="lg">
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
