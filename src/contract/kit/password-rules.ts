/** What a password must look like; the same check runs in the form and wherever the server sets one (contract 1.4). */

/** One pattern that a password must match; any matcher will do, so that a linear engine can stand in for RegExp (M5). */
export interface PasswordFeature {
  readonly id: string;
  readonly pattern: { test(text: string): boolean };
}

/** Length bounds in characters, and patterns that all must match. */
export interface PasswordRules {
  readonly min: number;
  readonly max: number;
  readonly features: readonly PasswordFeature[];
}

/** The four patterns of a brand that says nothing else. Each looks at single characters only, so none can be slow (M5). */
export const PASSWORD_FEATURES = [
  { id: '1', pattern: /[a-z]/, name: 'lowerCase' },
  { id: '2', pattern: /[A-Z]/, name: 'upperCase' },
  { id: '3', pattern: /[0-9]/, name: 'digit' },
  { id: '4', pattern: /[^A-Za-z0-9]/, name: 'symbol' },
] as const satisfies readonly (PasswordFeature & { name: string })[];

/** Rules of a brand that says nothing else (D1 §9). */
export const PASSWORD_RULES: PasswordRules = { min: 8, max: 32, features: PASSWORD_FEATURES };

/** Why a password is not taken. */
export type PasswordFault = 'PASSWORD_LENGTH' | 'PASSWORD_RULES';

/** Whether the length lies between the bounds. Characters are counted as people see them: an emoji is one, not two. */
export function hasGoodLength(password: string, { min, max }: Pick<PasswordRules, 'min' | 'max'>): boolean {
  const { length } = Array.from(password);
  return length >= min && length <= max;
}

/** The first fault of a password, or null. */
export function passwordFault(password: string, rules: PasswordRules = PASSWORD_RULES): PasswordFault | null {
  if (!hasGoodLength(password, rules)) return 'PASSWORD_LENGTH';
  return rules.features.every(({ pattern }) => pattern.test(password)) ? null : 'PASSWORD_RULES';
}

/** Reads a pattern as the wire writes it, between slashes and without flags; anything else is null and is left out (A-RULES-02). */
export function readFeature(written: string): RegExp | null {
  const source = /^\/(.+)\/$/s.exec(written)?.[1];
  if (source === undefined) return null;
  try {
    return new RegExp(source);
  } catch {
    // Not a regular expression: the caller leaves it out, and the length is still checked.
    return null;
  }
}
