import './password-section.css';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keyCaps, useHotkeys } from '#web/kit/hotkeys.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { KeptLogins } from './kept-logins.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { useChangePassword } from './use-change-password.ts';
import type { ChangePassword } from './use-change-password.ts';

/** Changes the password of the signed-in user, and lets them choose which other logins keep access to the account. */
export function PasswordSection() {
  const change = useChangePassword();
  const { t } = useTranslation();
  return (
    <section aria-labelledby="password-title" className="secure-password">
      <h2 id="password-title">{t('security.password')}</h2>
      <div className="secure">
        <PasswordForm change={change} />
        <section aria-labelledby="needs-title" className="secure-needs">
          <h3 id="needs-title">{t('reset.needs')}</h3>
          <PasswordChecklist password={change.next.password} rules={change.next.rules} />
        </section>
      </div>
    </section>
  );
}

function PasswordForm(props: { change: ChangePassword }) {
  const { change } = props;
  const { next, errors, others } = change;
  const { t } = useTranslation();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  const field = {
    required: true,
  };
  return (
    <form className="secure-fields" noValidate onSubmit={onSubmit}>
      <PasswordInput
        {...field}
        error={errors.current}
        label={t('security.current')}
        name="current-password"
        onChange={(event) => change.setCurrent(event.target.value)}
        value={change.current}
      />
      <PasswordInput
        {...field}
        autoComplete="new-password"
        error={errors.new}
        label={t('security.new')}
        name="new-password"
        onChange={(event) => next.setPassword(event.target.value)}
        value={next.password}
      />
      <PasswordInput
        {...field}
        autoComplete="new-password"
        error={next.confirmError ?? errors.confirm}
        label={t('security.confirm')}
        name="confirm-password"
        onBlur={next.leaveConfirm}
        onChange={(event) => next.setConfirm(event.target.value)}
        value={next.confirm}
      />
      {others.hasFailed && <LoadFailed onRetry={others.reload} text={t('security.errors.loginsFailed')} />}
      <KeptLogins kept={others.kept} logins={others.logins} onChange={others.keep} />
      <Submit change={change} />
    </form>
  );
}

/** The submit button; Alt+Shift+Enter does the same (SHORT-16). */
function Submit(props: { change: ChangePassword }) {
  const { saving, valid, save } = props.change;
  const { t } = useTranslation();
  const narrow = useNarrow();
  useHotkeys([{ code: 'Enter', run: save }]);
  return (
    <p className="secure-save">
      <Button
        block={narrow}
        busy={saving}
        busyLabel={t('preferences.saving')}
        disabled={!valid}
        type="submit"
        variant="primary"
      >
        {t('security.change')}
      </Button>
      {!narrow && <KeyCaps caps={keyCaps('Enter')} />}
    </p>
  );
}
