import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { meetsAll, usePasswordRules } from './password-rules.ts';
import type { ShownRules } from './password-rules.ts';

/** A new password entered twice, with its errors. */
export interface NewPassword {
  rules: ShownRules;
  password: string;
  confirm: string;
  /** Shown inline as soon as the second entry can no longer become equal to the first (RESET-07, SEC-06). */
  confirmError: string | undefined;
  valid: boolean;
  setPassword: (typed: string) => void;
  setConfirm: (typed: string) => void;
  /** Called when the second field loses focus: from now on, missing characters count as an error. */
  leaveConfirm: () => void;
  clear: () => void;
}

/** Returns the state of the two fields; the form behind a mail link and the preferences share it. */
export function useNewPassword(): NewPassword {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [left, setLeft] = useState(false);
  // Nobody is corrected in the middle of a word.
  const wrong = confirm !== '' && confirm !== password && (left || !password.startsWith(confirm));
  return {
    rules,
    password,
    confirm,
    confirmError: wrong ? t('reset.mismatch') : undefined,
    valid: meetsAll(rules, password) && confirm === password,
    setPassword,
    setConfirm,
    leaveConfirm: () => setLeft(true),
    clear: () => {
      setPassword('');
      setConfirm('');
      setLeft(false);
    },
  };
}
