import './session.css';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import { PASSWORD_INPUT_MAX } from '#contract/identity/sessions.ts';
import { KeptLogins } from '#web/shared/identity/kept-logins.tsx';
import { useNewPassword } from '#web/shared/identity/new-password.ts';
import { PasswordChecklist } from '#web/shared/identity/password-checklist.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useReset } from './use-reset.ts';
import type { ResetFailure } from './use-reset.ts';

/** Choose a new password with the link of a mail (RESET-02 to RESET-04). */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.title'));
  const { failure, logins, kept, keep, submit } = useReset();
  const form = useNewPassword();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.valid) void submit(form.password);
  };
  const field = {
    autoComplete: 'new-password',
    hideLabel: t('login.hidePassword'),
    maxLength: PASSWORD_INPUT_MAX,
    required: true,
    showLabel: t('login.showPassword'),
    size: 'lg',
  } as const;
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('reset.title')}</h1>
          <p className="lead">{t('reset.lead')}</p>
        </div>
        <Failure failure={failure} />
        <PasswordField
          {...field}
          error={failure?.kind === 'password' ? failure.text : undefined}
          label={t('reset.newPassword')}
          name="new-password"
          onChange={(event) => form.setPassword(event.target.value)}
          value={form.password}
        />
        <PasswordChecklist password={form.password} rules={form.rules} />
        <PasswordField
          {...field}
          error={form.confirmError}
          label={t('reset.confirmPassword')}
          name="confirm-password"
          onBlur={form.leaveConfirm}
          onChange={(event) => form.setConfirm(event.target.value)}
          value={form.confirm}
        />
        <KeptLogins kept={kept} logins={logins} onChange={keep} />
        <div className="pair">
          <Button onClick={() => void navigate({ to: '/login' })} size="lg">
            {t('app.cancel')}
          </Button>
          <Button disabled={!form.valid} size="lg" type="submit" variant="primary">
            {t('reset.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The required sentence (RESET-10), and what to do when the link is the reason. */
function Failure(props: { failure: ResetFailure | null }) {
  const { t } = useTranslation();
  if (props.failure === null) return null;
  return (
    <Banner tone="bad">
      {t('reset.failed')}
      {props.failure.kind === 'link' && (
        <>
          {' '}
          {t('reset.deadLink')} <Link to="/forgot-password">{t('reset.askAgain')}</Link>
        </>
      )}
    </Banner>
  );
}
