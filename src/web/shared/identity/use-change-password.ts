import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#contract/identity/account-security.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import { useNewPassword } from './new-password.ts';
import type { NewPassword } from './new-password.ts';
import { useOtherLogins } from './use-other-logins.ts';
import type { OtherLogins } from './use-other-logins.ts';

/** How long a refusal is shown, in ms; it takes longer to read than «done». */
const REFUSAL_MS = 6000;

/** The form, its errors, and the function that saves it. */
export interface ChangePassword {
  current: string;
  setCurrent: (typed: string) => void;
  next: NewPassword;
  /** The messages of the last refusal, by field. */
  errors: { current?: string; new?: string; confirm?: string };
  others: OtherLogins;
  valid: boolean;
  saving: boolean;
  save: () => void;
}

/** Changes the password; refusals appear at their field and in a growl (SEC-08). */
export function useChangePassword(): ChangePassword {
  const { t } = useTranslation();
  const client = useQueryClient();
  const next = useNewPassword();
  const refusalOf = useRefusal();
  const [current, setCurrent] = useState('');
  const [errors, setErrors] = useState<ChangePassword['errors']>({});
  const [saving, setSaving] = useState(false);
  const others = useOtherLogins();
  const valid = current !== '' && next.valid && others.isLoaded;
  const save = async () => {
    if (!valid || saving) return;
    setSaving(true);
    setErrors({});
    growl.wait(t('security.saving'));
    try {
      await callApi(changePassword, {
        body: { current, new: next.password, confirm: next.confirm, ...others.choice },
      });
      growl.success(t('security.saved'), REFUSAL_MS);
      setCurrent('');
      next.clear();
      others.keep([]);
      // Sessions, passkeys and other logins may have ended.
      await client.invalidateQueries();
    } catch (error) {
      const { field, text } = refusalOf(error, next);
      growl.error(text, REFUSAL_MS);
      if (field !== null) setErrors({ [field]: text });
      if (error instanceof ApiError && error.code === 'LOGINS_CHANGED') others.reload();
    }
    setSaving(false);
  };
  return {
    current,
    setCurrent: (typed) => {
      setErrors({});
      setCurrent(typed);
    },
    next,
    errors,
    others,
    valid,
    saving,
    save: () => void save(),
  };
}

interface Refusal {
  field: 'current' | 'new' | 'confirm' | null;
  text: string;
}

/**
 * Maps the error codes of the API to our texts; the message about the length contains the actual limits
 * (spec decisions 1.1).
 */
function useRefusal(): (error: unknown, next: NewPassword) => Refusal {
  const { t } = useTranslation();
  return (error, { rules }) => {
    // The server's message, because it contains the name in question.
    if (error instanceof ApiError && error.fields['new']?.startsWith('PASSWORD_HAS_'))
      return { field: 'new', text: error.message };
    const code = error instanceof ApiError ? error.keyMessage || error.code : '';
    switch (code) {
      case 'PASSWORD_LENGTH':
        return { field: 'new', text: t('security.errors.length', { min: rules.min, max: rules.max }) };
      case 'PASSWORD_SAME_AS_OLD':
        return { field: 'new', text: t('security.errors.sameAsOld') };
      case 'PASSWORD_WRONG_CURRENT':
        return { field: 'current', text: t('security.errors.wrongCurrent') };
      case 'PASSWORD_MISMATCH':
        return { field: 'confirm', text: t('reset.mismatch') };
      case 'LOGINS_CHANGED':
      case 'TOO_MANY_ATTEMPTS':
        return {
          field: null,
          text:
            error instanceof ApiError && error.message !== '' ? error.message : t('security.errors.generic'),
        };
      default:
        return { field: null, text: t('security.errors.generic') };
    }
  };
}
