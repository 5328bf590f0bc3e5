import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeService, EDIT_PASSWORD_MIN } from '#contract/customers/administrators.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { isAccountEmail, useEmailFault } from './account-email.ts';
import { useRefreshAccounts } from './use-accounts.ts';

/** The typed values of an account, and their errors. */
export interface AccountFormState {
  email: string;
  password: string;
  emailError: string | undefined;
  passwordError: string | undefined;
  /** Whether something changed and all of it may be sent (MFA-28). */
  valid: boolean;
  saving: boolean;
  setEmail: (typed: string) => void;
  setPassword: (typed: string) => void;
  save: () => void;
}

/** Returns the form of an account's email and password; typed values stay if the server rejects them. */
export function useAccountForm(account: MultifaxAccount, deleted: boolean): AccountFormState {
  const { t } = useTranslation();
  const refresh = useRefreshAccounts();
  const say = useEmailFault();
  const draft = useDraft({ email: account.email, password: '' });
  const { email, password } = draft.values;
  const [refused, setRefused] = useState<ApiError | null>(null);
  const newEmail = email.trim() !== account.email;
  const dirty = newEmail || password !== '';
  useUnsaved(draft.unsaved && !deleted);

  const save = async () => {
    setRefused(null);
    const words = {
      waiting: t('multifax.edit.working'),
      done: t('multifax.edit.done'),
      failed: t('multifax.edit.failed'),
    };
    const error = await runChange(words, () => send(account, password, newEmail ? email.trim() : null));
    // Removed in another window: the page shows that instead of a form that cannot be saved.
    const gone = error instanceof ApiError && error.status === 404;
    if (error === null || gone) await refresh();
    if (error instanceof ApiError) setRefused(error);
    return error === null;
  };

  const goodEmail = !newEmail || isAccountEmail(email);
  const aboutPassword = refused?.code.startsWith('PASSWORD') === true ? refused.message : undefined;
  return {
    email,
    password,
    emailError: say(refused?.fields['email']) ?? (goodEmail ? undefined : say(faultOf(email))),
    passwordError: aboutPassword,
    valid: dirty && goodEmail && (password === '' || password.length >= EDIT_PASSWORD_MIN),
    saving: draft.saving,
    setEmail: (text) => {
      draft.change({ email: text });
      setRefused(null);
    },
    setPassword: (text) => {
      draft.change({ password: text });
      setRefused(null);
    },
    save: () => void draft.save(save),
  };
}

/** Changes the password, unless it is empty, and the address, unless it is null. */
async function send(account: MultifaxAccount, password: string, email: string | null): Promise<void> {
  const { faxnumber, uid: id } = account;
  const domain = account.domain || hostName();
  await callApi(changeService, {
    body: { faxnumber, id, domain, password, ...(email !== null && { email }) },
  });
}

function faultOf(email: string): string {
  return email.trim() === '' ? 'REQUIRED' : email.trim().length < 6 ? 'TOO_SHORT' : 'EMAIL_INVALID';
}
