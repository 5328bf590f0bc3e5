import './account-security.css';
import type { FormEvent, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { PASSWORD_INPUT_MAX } from '#contract/identity/sessions.ts';
import { KeptLogins } from '#web/shared/identity/kept-logins.tsx';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { PasswordChecklist } from '#web/shared/identity/password-checklist.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { SaveBar } from '../save-bar.tsx';
import { AppPasswordSection } from './app-password-list.tsx';
import { MailboxViews } from './mailbox-views.tsx';
import { SessionList } from './session-list.tsx';
import { useChangePassword } from './use-change-password.ts';
import type { ChangePassword } from './use-change-password.ts';
import { useSessions } from './use-sessions.ts';

/** Change one's password, and see where one is signed in (SEC-01). `logins`: other ways to log in. */
export function AccountSecurityPage(props: { logins?: ReactNode }) {
  const { t } = useTranslation();
  const change = useChangePassword();
  const sessions = useSessions();
  const number = useMainData()?.formattedFaxNumber ?? '';
  return (
    <PreferenceFrame
      data={{ loading: sessions.loading, failed: false, reload: () => undefined }}
      foot={<SaveBar busy={change.saving} disabled={!change.valid} onSave={change.save} />}
      lead={
        <Trans
          components={{ n: <bdi className="num" dir="ltr" /> }}
          i18nKey="security.lead"
          values={{ number }}
        />
      }
      title={t('security.title')}
    >
      <PasswordForm change={change} />
      {props.logins}
      <SessionList list={sessions} />
      <MailboxViews />
      <AppPasswordSection />
    </PreferenceFrame>
  );
}

function PasswordForm(props: { change: ChangePassword }) {
  const { change } = props;
  const { next, errors } = change;
  const { t } = useTranslation();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  const field = {
    hideLabel: t('login.hidePassword'),
    maxLength: PASSWORD_INPUT_MAX,
    required: true,
    showLabel: t('login.showPassword'),
  };
  return (
    <div className="secure">
      <form className="secure-fields" noValidate onSubmit={onSubmit}>
        <PasswordField
          {...field}
          error={errors.current}
          label={t('security.current')}
          name="current-password"
          onChange={(event) => change.setCurrent(event.target.value)}
          value={change.current}
        />
        <PasswordField
          {...field}
          autoComplete="new-password"
          error={errors.new}
          label={t('security.new')}
          name="new-password"
          onChange={(event) => next.setPassword(event.target.value)}
          value={next.password}
        />
        <PasswordField
          {...field}
          autoComplete="new-password"
          error={next.confirmError ?? errors.confirm}
          label={t('security.confirm')}
          name="confirm-password"
          onBlur={next.leaveConfirm}
          onChange={(event) => next.setConfirm(event.target.value)}
          value={next.confirm}
        />
        <KeptLogins kept={change.kept} logins={change.logins} onChange={change.keep} />
        {/* Enter in a field saves, as in any form; the button that people see stands at the bottom. */}
        <input hidden type="submit" value={t('preferences.save')} />
      </form>
      <section aria-labelledby="needs-title" className="secure-needs">
        <h2 className="prefs-sec" id="needs-title">
          {t('reset.needs')}
        </h2>
        <PasswordChecklist password={next.password} rules={next.rules} />
      </section>
    </div>
  );
}
