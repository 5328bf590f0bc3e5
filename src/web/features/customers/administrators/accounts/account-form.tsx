import '#web/ui/data-table.css';
import './account-edit.css';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_EMAIL_MAX,
  EDIT_PASSWORD_MAX,
  EDIT_PASSWORD_MIN,
  resendServiceLink,
} from '#contract/customers/administrators.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { callApi } from '#web/kit/call-api.ts';
import { PasswordChecklist } from '#web/shared/identity/password-checklist.tsx';
import { usePasswordRules } from '#web/shared/identity/password-rules.ts';
import { runChange } from '#web/kit/run-change.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordInput } from '#web/kit/password-input.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useRefreshAccounts } from './use-accounts.ts';
import { useAccountForm } from './use-account-form.ts';

/** The email and password of an account; password rules are ticked off while typing (MFA-27). */
export function AccountForm(props: { account: MultifaxAccount; deleted: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  const form = useAccountForm(props.account, props.deleted);
  const rules = usePasswordRules();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.valid && !props.deleted) form.save();
  };
  return (
    <Card title={t('multifax.edit.account')}>
      <form className="mf-fields" noValidate onSubmit={onSubmit}>
        <TextField
          autoComplete="off"
          counter=""
          error={form.emailError}
          inputMode="email"
          label={t('multifax.edit.email')}
          maxLength={ACCOUNT_EMAIL_MAX}
          name="email"
          onChange={(event) => form.setEmail(event.target.value)}
          required
          spellCheck={false}
          value={form.email}
        />
        <EmailProof account={props.account} />
        <PasswordInput
          autoComplete="new-password"
          error={form.passwordError}
          hint={t('multifax.edit.passwordHint', { min: EDIT_PASSWORD_MIN, max: EDIT_PASSWORD_MAX })}
          label={t('multifax.edit.password')}
          maxLength={EDIT_PASSWORD_MAX}
          name="password"
          onChange={(event) => form.setPassword(event.target.value)}
          value={form.password}
        />
        {form.password !== '' && <PasswordChecklist password={form.password} rules={rules} />}
        <div className="rowx">
          <Button
            busy={form.saving}
            busyLabel={t('multifax.saving')}
            disabled={!form.valid || props.deleted}
            type="submit"
            variant="primary"
          >
            {t('multifax.edit.submit')}
          </Button>
          <Button onClick={props.onCancel}>{t('multifax.edit.cancel')}</Button>
        </div>
      </form>
    </Card>
  );
}

/** Shows that the address is not confirmed, and sends its link again. */
function EmailProof(props: { account: MultifaxAccount }) {
  const { uid, email, emailProved, workingEmail } = props.account;
  const { t } = useTranslation();
  const refresh = useRefreshAccounts();
  if (emailProved === '1') return null;
  const resend = async () => {
    const words = {
      waiting: t('subaccounts.resending'),
      done: t('subaccounts.resent', { email }),
      failed: t('subaccounts.resendError'),
    };
    await runChange(words, () => callApi(resendServiceLink, { body: { id: uid } }));
    await refresh();
  };
  return (
    <div className="marked">
      <Pill tone="info">{t('subaccounts.pending')}</Pill>
      <Button onClick={() => void resend()} size="sm" variant="quiet">
        {t('subaccounts.resend')}
      </Button>
      <p className="meta">
        {email === workingEmail
          ? t('multifax.accounts.emailUnproved', { email })
          : t('multifax.accounts.emailPending', { email, working: workingEmail })}
      </p>
    </div>
  );
}
