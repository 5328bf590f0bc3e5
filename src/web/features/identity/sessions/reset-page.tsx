import './session.css';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { KeptLogins } from '#web/shared/identity/kept-logins.tsx';
import { useNewPassword } from '#web/shared/identity/new-password.ts';
import { PasswordChecklist } from '#web/shared/identity/password-checklist.tsx';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { useReset } from './use-reset.ts';
import type { ResetFailure } from './use-reset.ts';

/** Sets a new password with a mail link (RESET-02 to RESET-04). */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.title'));
  const { failure, whole, logins, kept, keep, loginsFailed, reloadLogins, submit } = useReset();
  const form = useNewPassword();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.valid) void submit(form.password);
  };
  const field = {
    autoComplete: 'new-password',
    required: true,
    size: 'lg',
  } as const;
  if (!whole) return <NoLink />;
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('reset.title')}</h1>
          <p className="lead">{t('reset.lead')}</p>
        </div>
        <Failure failure={failure} />
        <PasswordInput
          {...field}
          error={failure?.kind === 'password' ? failure.text : undefined}
          label={t('reset.newPassword')}
          name="new-password"
          onChange={(event) => form.setPassword(event.target.value)}
          value={form.password}
        />
        <PasswordChecklist password={form.password} rules={form.rules} />
        <PasswordInput
          {...field}
          error={form.confirmError}
          label={t('reset.confirmPassword')}
          name="confirm-password"
          onBlur={form.leaveConfirm}
          onChange={(event) => form.setConfirm(event.target.value)}
          value={form.confirm}
        />
        {loginsFailed && <LoadFailed onRetry={reloadLogins} text={t('reset.loginsFailed')} />}
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

/** Without a complete link there is nothing to fill in: the page offers a way to continue instead. */
function NoLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="outcome" data-tone="bad" role="alert">
      <Card className="outcome-card">
        <Icon as={CircleAlert} size="l" />
        <div className="grow">
          <h1>{t('verify.invalid.title')}</h1>
          <p>{t('reset.noLink')}</p>
          <p className="outcome-ways">
            <Button onClick={() => void navigate({ to: '/forgot-password' })} size="sm" variant="primary">
              {t('reset.askAgain')}
            </Button>
            <Button onClick={() => void navigate({ to: '/login' })} size="sm">
              {t('verify.toLogin')}
            </Button>
          </p>
        </div>
      </Card>
    </div>
  );
}

/** The required text (RESET-10), and what to do if the link is the reason. */
function Failure(props: { failure: ResetFailure | null }) {
  const { t } = useTranslation();
  if (props.failure === null) return null;
  return (
    <Banner tone="bad">
      {props.failure.kind !== 'dead-link' && t('reset.failed')}{' '}
      {(props.failure.kind === 'link' || props.failure.kind === 'dead-link') && (
        <>
          {t('reset.deadLink')} <Link to="/forgot-password">{t('reset.askAgain')}</Link>
        </>
      )}
    </Banner>
  );
}
