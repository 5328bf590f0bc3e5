import type { TFunction } from 'i18next';
import { CONTACT_LIMITS, FAXNUM_MIN } from '#contract/mailbox/contact-rules.ts';
import type { ContactField } from '#contract/mailbox/contact-rules.ts';

/** The text keys of errors that need neither field name nor limit. */
const PLAIN = {
  NOT_NUMERIC: 'contacts.fault.notNumeric',
  EMAIL_INVALID: 'contacts.fault.email',
  FAX_OR_EMAIL_REQUIRED: 'contacts.fault.faxOrEmail',
  CONTROL_CHARACTER: 'contacts.fault.character',
  LINE_UNREADABLE: 'contacts.fault.line',
} as const;

/** Returns the error message of a field; the form and the import share these texts (A-CONTACT-04). */
export function faultText(t: TFunction, field: ContactField, fault: string): string {
  const name = t(`contacts.field.${field}`);
  if (fault === 'REQUIRED') return t('contacts.fault.required', { field: name });
  if (fault === 'TOO_LONG') return t('contacts.fault.tooLong', { field: name, max: CONTACT_LIMITS[field] });
  if (fault === 'NUMBER_LENGTH')
    return field === 'faxnum'
      ? t('contacts.fault.faxLength', { min: FAXNUM_MIN, max: CONTACT_LIMITS.faxnum })
      : t('contacts.fault.phoneLength', { max: CONTACT_LIMITS.to_voicenumber });
  return t(PLAIN[fault as keyof typeof PLAIN] ?? 'contacts.fault.other', { field: name });
}
