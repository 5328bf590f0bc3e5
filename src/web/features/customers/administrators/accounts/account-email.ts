import { useTranslation } from 'react-i18next';
import { ACCOUNT_EMAIL_MAX, ACCOUNT_EMAIL_MIN, accountEmail } from '#contract/customers/administrators.ts';

const FAULTS = ['REQUIRED', 'TOO_SHORT', 'TOO_LONG', 'EMAIL_INVALID', 'CONTROL_CHARACTER'] as const;

/** Returns whether an account may have this address: an email address of 6 to 128 characters (spec decisions 7.1). */
export function isAccountEmail(typed: string): boolean {
  return accountEmail.safeParse(typed).success;
}

/** Returns a function that converts an error code of the contract to the message about an address. */
export function useEmailFault(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (code) => {
    const known = FAULTS.find((one) => one === code);
    return known && t(`multifax.email.${known}`, { min: ACCOUNT_EMAIL_MIN, max: ACCOUNT_EMAIL_MAX });
  };
}
