import { LOGIN_NUMBER_MAX } from '#contract/identity/sessions.ts';
import { ApiError } from '#web/kit/api-error.ts';

/** The values of the login form. */
export interface Credentials {
  username: string;
  password: string;
}

/** Returns whether the number contains anything but digits, which the field reports at once (LOGIN-02). */
export function hasNonDigits(faxNumber: string): boolean {
  return /\D/.test(faxNumber);
}

/**
 * Returns whether the form may be sent: both fields filled, digits only, within the limits (LOGIN-04, LOGIN-05).
 * @param passwordMax maximum length of a password of this brand
 */
export function isValid({ username, password }: Credentials, passwordMax: number): boolean {
  return (
    username !== '' &&
    !hasNonDigits(username) &&
    username.length <= LOGIN_NUMBER_MAX &&
    password !== '' &&
    password.length <= passwordMax
  );
}

/** Returns whether a text may be an email address. */
export function isAddress(typed: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(typed.trim());
}

/** Returns whether a person's form may be sent: an address, and a password of any length. */
export function hasEmailAndPassword({ username, password }: Credentials): boolean {
  return isAddress(username) && password !== '';
}

/** Returns whether an administrator's form may be sent: both fields filled (MFL-01). */
export function hasNameAndPassword({ username, password }: Credentials): boolean {
  return username.trim() !== '' && password !== '';
}

/** The message after a failed login: the fixed text, the server's own message, or that the server does not respond. */
export type LoginFailure =
  | { kind: 'incorrect' }
  /** The password was correct; the owner requires a second step. */
  | { kind: 'second-step' }
  | { kind: 'message'; text: string }
  | { kind: 'unreachable' };

/**
 * Selects the message. A 412, or a server message about an incorrect number or password, has the fixed text (LOGIN-14);
 * 403 and 429 show the server's message, because it tells people what to do; anything else has a neutral banner
 * (spec decisions 1.5).
 */
export function failureOf(error: unknown): LoginFailure {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' };
  if (error.code === 'SECOND_STEP_NEEDED') return { kind: 'second-step' };
  if (error.status === 412 || /incorr?ect.*(?:fax number|password)/i.test(error.message))
    return { kind: 'incorrect' };
  if ((error.status === 403 || error.status === 429) && error.message !== '')
    return { kind: 'message', text: error.message };
  return { kind: 'unreachable' };
}
