import { z } from 'zod';

import { PASSWORD_FEATURES, clampedLength, passwordFault } from '#contract/kit/password-rules.ts';
import type { PasswordFault } from '#contract/kit/password-rules.ts';

import { readPattern } from './password-pattern.ts';

/** One pattern of a brand. */
export interface BrandFeature {
  id: string;
  /** The pattern between slashes. */
  written: string;
  /** The description of the rule: our own words by `name`, or the operator's. */
  words: { name: 'lowerCase' | 'upperCase' | 'digit' | 'symbol' } | { comment: string };
  /**
   * Whether passwords must match. Other patterns are shown, but the server accepts passwords without them (spec
   * decisions 1.3).
   */
  required: boolean;
  test(text: string): boolean;
}

/** The rules of one brand, ready to use. */
export interface BrandRules {
  brandId: number;
  min: number;
  max: number;
  features: BrandFeature[];
  names: string[];
  /** Stored rules that are ignored or adjusted, for the operator. */
  ignored: string[];
}

/** The columns of a brand that hold its rules. */
export interface StoredRules {
  brandId: number;
  min: number;
  max: number;
  /** Null: the product's own four. */
  features: unknown;
  /** Names of the brand: passwords that contain them are guessed first. */
  names: string[];
}

/** Nobody reads more lines than this in a checklist. */
const MAX_FEATURES = 12;
const MAX_COMMENT = 80;

/** The format in which an operator enters a brand's patterns. */
const featureList = z
  .array(
    z.object({
      pattern: z.unknown(),
      required: z.boolean().default(true),
      comment: z.string().trim().min(1).max(MAX_COMMENT),
    }),
  )
  .max(MAX_FEATURES);

/** The product's own four patterns, for the server: they are known to be safe. */
const OWN_FEATURES: BrandFeature[] = PASSWORD_FEATURES.map(({ id, pattern, name }) => ({
  id,
  written: String(pattern),
  words: { name },
  required: true,
  test: (text) => pattern.test(text),
}));

/**
 * Builds a brand's rules. A stored pattern that is not safe is left out, and the length is still checked (A-RULES-02).
 * A length out of bounds is replaced by the nearest allowed one (A-RULES-04).
 */
export function brandRules({ features, ...stored }: StoredRules): BrandRules {
  const length = clampedLength(stored);
  const brand = { ...stored, ...length };
  const ignored = oddLength(stored, length);
  if (features === null) return { ...brand, features: OWN_FEATURES, ignored };
  const list = featureList.safeParse(features);
  if (!list.success) return { ...brand, features: [], ignored: [...ignored, 'the list is damaged'] };
  const usable = list.data.flatMap(({ pattern, required, comment }, index): BrandFeature[] => {
    const read = readPattern(pattern);
    if (read.kind === 'refused') {
      ignored.push(`pattern ${index + 1} ${read.reason}`);
      return [];
    }
    const { pattern: safe } = read;
    const test = (text: string) => safe.test(text);
    return [{ id: String(index + 1), written: safe.written, words: { comment }, required, test }];
  });
  return { ...brand, features: usable, ignored };
}

function oddLength(
  stored: { min: number; max: number },
  { min, max }: { min: number; max: number },
): string[] {
  if (stored.min === min && stored.max === max) return [];
  return [`password_min ${stored.min} and password_max ${stored.max} count as ${min} and ${max}`];
}

/** Returns the first fault of a password in this brand, or null; does not check for its owner's names. */
export function faultIn(rules: BrandRules, password: string): PasswordFault | null {
  const features = rules.features
    .filter(({ required }) => required)
    .map((feature) => ({ id: feature.id, pattern: feature }));
  return passwordFault(password, { min: rules.min, max: rules.max, features });
}

/**
 * Reads the operator's input: JSON like `[{"pattern":"/[a-z]/","required":true,"comment":"a lower-case letter"}]`, or
 * empty for the product's own four. Returns the value to store, or the reason for a refusal (A-RULES-01).
 */
export function readFeatureList(
  written: string,
): { kind: 'ok'; stored: string | null } | { kind: 'refused'; reason: string } {
  if (written.trim() === '') return { kind: 'ok', stored: null };
  const list = featureList.safeParse(parseJson(written));
  if (!list.success)
    return {
      kind: 'refused',
      reason: `must be a list of at most ${MAX_FEATURES} like [{"pattern":"/[a-z]/","comment":"a lower-case letter"}]`,
    };
  for (const [index, { pattern }] of list.data.entries()) {
    const read = readPattern(pattern);
    if (read.kind === 'refused') return { kind: 'refused', reason: `pattern ${index + 1} ${read.reason}` };
  }
  return { kind: 'ok', stored: JSON.stringify(list.data) };
}

/** Returns a brand's stored patterns as an operator entered them; null for the product's own four. */
export function listedFeatures(
  stored: unknown,
): { pattern: string; comment: string; required: boolean }[] | null {
  if (stored === null) return null;
  const list = featureList.safeParse(stored);
  return list.success ? list.data.map((rule) => ({ ...rule, pattern: String(rule.pattern) })) : [];
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    // The schema of the list explains the format.
    return undefined;
  }
}
