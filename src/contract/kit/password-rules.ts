/** What a password must look like; the same check runs in the form and wherever the server sets one (contract 1.4). */

/** One pattern that a password must match. */
export interface PasswordFeature {
  readonly id: string;
  readonly pattern: RegExp;
  /** Key of its sentence in the locales, and its English wording on the wire. */
  readonly name: 'lowerCase' | 'upperCase' | 'digit' | 'symbol';
}

/** Length bounds in characters, and patterns that all must match. */
export interface PasswordRules {
  readonly min: number;
  readonly max: number;
  readonly features: readonly PasswordFeature[];
}

/** The four patterns of a brand that says nothing else. Each looks at single characters only, so none can be slow (M5). */
export const PASSWORD_FEATURES: readonly PasswordFeature[] = [
  { id: '1', pattern: /[a-z]/, name: 'lowerCase' },
  { id: '2', pattern: /[A-Z]/, name: 'upperCase' },
  { id: '3', pattern: /[0-9]/, name: 'digit' },
  { id: '4', pattern: /[^A-Za-z0-9]/, name: 'symbol' },
];

/** Rules of a brand that says nothing else (D1 §9). */
export const PASSWORD_RULES: PasswordRules = { min: 8, max: 32, features: PASSWORD_FEATURES };

/** Why a password is not taken. */
export type PasswordFault = 'PASSWORD_LENGTH' | 'PASSWORD_RULES';

/** The first fault of a password, or null. Characters are counted as people see them: an emoji is one, not two. */
export function passwordFault(password: string, rules: PasswordRules = PASSWORD_RULES): PasswordFault | null {
  const { length } = Array.from(password);
  if (length < rules.min || length > rules.max) return 'PASSWORD_LENGTH';
  return rules.features.every(({ pattern }) => pattern.test(password)) ? null : 'PASSWORD_RULES';
}
