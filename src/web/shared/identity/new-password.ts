import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { meetsAll, usePasswordRules } from './password-rules.ts';
import type { ShownRules } from './password-rules.ts';

/** A new password typed twice, with what is wrong about it. */
export interface NewPassword {
  rules: ShownRules;
  password: string;
  confirm: string;
  /** Said inline as soon as the second one cannot become the first any more (RESET-07, SEC-06). */
  confirmError: string | undefined;
  valid: boolean;
  setPassword: (typed: string) => void;
  setConfirm: (typed: string) => void;
  /** Tells that the person left the second field: what is missing there counts from now on. */
  leaveConfirm: () => void;
  clear: () => void;
}

/** State of the two fields; the form of a link and the preferences share it. */
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
