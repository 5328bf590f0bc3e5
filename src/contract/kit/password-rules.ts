/** Password rules; the form and the server apply the same check wherever a password is set (spec http-api 1.4). */

/**
 * A pattern that a password must match; any matcher will do, so that a linear-time engine can replace RegExp
 * (A-RULES-01).
 */
export interface PasswordFeature {
  readonly id: string;
  readonly pattern: { test(text: string): boolean };
}

/** Length bounds in characters, and patterns that must all match. */
export interface PasswordRules {
  readonly min: number;
  readonly max: number;
  readonly features: readonly PasswordFeature[];
}

/** The four patterns of a brand without its own. Each tests single characters, so none can be slow (A-RULES-01). */
export const PASSWORD_FEATURES = [
  { id: '1', pattern: /[a-z]/, name: 'lowerCase' },
  { id: '2', pattern: /[A-Z]/, name: 'upperCase' },
  { id: '3', pattern: /[0-9]/, name: 'digit' },
  { id: '4', pattern: /[^A-Za-z0-9]/, name: 'symbol' },
] as const satisfies readonly (PasswordFeature & { name: string })[];

/** The rules of a brand without its own (RESET-06, RESET-13). */
export const PASSWORD_RULES: PasswordRules = { min: 8, max: 32, features: PASSWORD_FEATURES };

/** Limits for a brand's length bounds: not less, and not more than the cost of hashing justifies (A-RULES-04). */
export const PASSWORD_FLOOR = 8;
export const PASSWORD_CEILING = 128;

/** Returns usable bounds even for odd settings of a brand: some password is always possible. */
export function clampedLength({ min, max }: { min: number; max: number }): { min: number; max: number } {
  const least = Math.min(Math.max(min, PASSWORD_FLOOR), PASSWORD_CEILING);
  const most = Math.min(max, PASSWORD_CEILING);
  return { min: least, max: most < least ? Math.max(least, PASSWORD_RULES.max) : most };
}

/**
 * Why a password is refused. The last two contain well-known facts about its owner, which attackers guess first
 * (A-AUTH-20).
 */
export type PasswordFault =
  | 'PASSWORD_LENGTH'
  | 'PASSWORD_RULES'
  | 'PASSWORD_HAS_NUMBER'
  | 'PASSWORD_HAS_NAME';

/** Minimum number of letters in a name; shorter ones would forbid ordinary words. */
const NAME_LETTERS = 4;
const FAX_NUMBER = /^\d{10}$/;

/** Returns the fax number or name contained in a password, regardless of separators and spelling; null if none. */
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

/** Returns the fault of a password that contains this name. */
export function faultOfName(name: string): 'PASSWORD_HAS_NUMBER' | 'PASSWORD_HAS_NAME' {
  return FAX_NUMBER.test(name) ? 'PASSWORD_HAS_NUMBER' : 'PASSWORD_HAS_NAME';
}

/** Returns the letters and digits only, without case and accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns whether the length is within bounds. Counts code points: an emoji is one character, not two. */
export function hasGoodLength(password: string, { min, max }: Pick<PasswordRules, 'min' | 'max'>): boolean {
  const { length } = Array.from(password);
  return length >= min && length <= max;
}

/** Returns the first fault of a password, or null. */
export function passwordFault(
  password: string,
  rules: PasswordRules = PASSWORD_RULES,
): 'PASSWORD_LENGTH' | 'PASSWORD_RULES' | null {
  if (!hasGoodLength(password, rules)) return 'PASSWORD_LENGTH';
  return rules.features.every(({ pattern }) => pattern.test(password)) ? null : 'PASSWORD_RULES';
}

/**
 * Parses a pattern as written on the wire, between slashes and without flags; null for anything else, which is skipped
 * (A-RULES-02).
 */
export function readFeature(written: string): RegExp | null {
  const source = /^\/(.+)\/$/s.exec(written)?.[1];
  if (source === undefined) return null;
  try {
    return new RegExp(source);
  } catch {
    // Not a regular expression: the caller skips it, and the length is still checked.
    return null;
  }
}
