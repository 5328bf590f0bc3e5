import { LOGIN_NUMBER_MAX, PASSWORD_INPUT_MAX } from '#contract/identity/sessions.ts';
import { ApiError } from '#web/kit/api-error.ts';

/** What is typed into the login form. */
export interface Credentials {
  username: string;
  password: string;
}

/** Whether the number holds anything but digits, which the field says at once (LOGIN-02). */
export function hasNonDigits(faxNumber: string): boolean {
  return /\D/.test(faxNumber);
}

/** Whether the form may be sent: both fields filled, digits only, within their limits (LOGIN-04, LOGIN-05). */
export function isValid({ username, password }: Credentials): boolean {
  return (
    username !== '' &&
    !hasNonDigits(username) &&
    username.length <= LOGIN_NUMBER_MAX &&
    password !== '' &&
    password.length <= PASSWORD_INPUT_MAX
  );
}

/** Whether something may be an email address. */
export function isAddress(typed: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(typed.trim());
}

/** Whether the form of a person may be sent: an address, and a password of any length. */
export function hasEmailAndPassword({ username, password }: Credentials): boolean {
  return isAddress(username) && password !== '';
}

/** Whether the form of an administrator may be sent: both fields filled (MFL-01). */
export function hasNameAndPassword({ username, password }: Credentials): boolean {
  return username.trim() !== '' && password !== '';
}

/** What to say after a failed login: the fixed sentence, the server's own words, or that nothing answers. */
export type LoginFailure =
  | { kind: 'incorrect' }
  /** The password was right; the owner asked for a second step. */
  | { kind: 'second-step' }
  | { kind: 'message'; text: string }
  | { kind: 'unreachable' };

/**
 * 412, or a server message about an incorrect number or password, is the fixed sentence (LOGIN-14); 403 and 429 show the
 * server's words, because they say what to do; anything else is a neutral banner (spec decisions 1.5).
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
