/** What a password must look like; the same check runs in the form and wherever the server sets one (spec http-api 1.4). */

/** One pattern that a password must match; any matcher will do, so that a linear engine can stand in for RegExp (A-RULES-01). */
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

/** The four patterns of a brand that says nothing else. Each looks at single characters only, so none can be slow (A-RULES-01). */
export const PASSWORD_FEATURES = [
  { id: '1', pattern: /[a-z]/, name: 'lowerCase' },
  { id: '2', pattern: /[A-Z]/, name: 'upperCase' },
  { id: '3', pattern: /[0-9]/, name: 'digit' },
  { id: '4', pattern: /[^A-Za-z0-9]/, name: 'symbol' },
] as const satisfies readonly (PasswordFeature & { name: string })[];

/** Rules of a brand that says nothing else (RESET-06, RESET-13). */
export const PASSWORD_RULES: PasswordRules = { min: 8, max: 32, features: PASSWORD_FEATURES };

/** No brand may ask for less, or for more than is worth the server's work of hashing (A-RULES-04). */
export const PASSWORD_FLOOR = 8;
export const PASSWORD_CEILING = 128;

/** The bounds that count where a brand says something odd: whatever it says, a password can be chosen. */
export function clampedLength({ min, max }: { min: number; max: number }): { min: number; max: number } {
  const least = Math.min(Math.max(min, PASSWORD_FLOOR), PASSWORD_CEILING);
  const most = Math.min(max, PASSWORD_CEILING);
  return { min: least, max: most < least ? Math.max(least, PASSWORD_RULES.max) : most };
}

/** Why a password is not taken. The last two hold what everybody knows of its owner, and are guessed first (A-AUTH-20). */
export type PasswordFault =
  | 'PASSWORD_LENGTH'
  | 'PASSWORD_RULES'
  | 'PASSWORD_HAS_NUMBER'
  | 'PASSWORD_HAS_NAME';

/** Shorter names would forbid ordinary words. */
const NAME_LETTERS = 4;
const FAX_NUMBER = /^\d{10}$/;

/** The fax number or name that a password holds, however it is separated or written; null when none. */
export function nameIn(password: string, names: readonly string[]): string | null {
  const digits = password.replaceAll(/\D/g, '');
  const letters = folded(password);
  const isIn = (name: string): boolean => {
    if (FAX_NUMBER.test(name)) return digits.includes(name);
    const plain = folded(name);
    return plain.length >= NAME_LETTERS && letters.includes(plain);
  };
  return names.find(isIn) ?? null;
}

/** Which of the two faults it is to hold this name. */
export function faultOfName(name: string): 'PASSWORD_HAS_NUMBER' | 'PASSWORD_HAS_NAME' {
  return FAX_NUMBER.test(name) ? 'PASSWORD_HAS_NUMBER' : 'PASSWORD_HAS_NAME';
}

/** Letters and digits alone, without case and accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether the length lies between the bounds. Characters are counted as people see them: an emoji is one, not two. */
export function hasGoodLength(password: string, { min, max }: Pick<PasswordRules, 'min' | 'max'>): boolean {
  const { length } = Array.from(password);
  return length >= min && length <= max;
}

/** The first fault of a password, or null. */
export function passwordFault(
  password: string,
  rules: PasswordRules = PASSWORD_RULES,
): 'PASSWORD_LENGTH' | 'PASSWORD_RULES' | null {
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
