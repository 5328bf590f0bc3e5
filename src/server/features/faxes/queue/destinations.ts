import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { digitsOf, isInternational, isNanp, normalizeNumber, toE164 } from '#contract/kit/fax-number.ts';
import { AppError } from '#server/kit/app-error.ts';

/** Characters that people write numbers with; anything else is an attempt to reach a modem or a carrier (A-SEND-05). */
const WRITTEN = /^\+?[\d\s().\-/]{7,40}$/;

/** Countries with domestic rates: the United States with their territories, and Canada. */
const HOME = new Set(['US', 'CA', 'PR', 'VI', 'GU', 'AS', 'MP']);

/**
 * Types of numbers that charge the caller, or that follow a person anywhere: the source of income of toll fraud
 * (A-SEND-02).
 */
const CHARGING = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'UAN']);

/** Satellites and networks without a country, at many dollars per minute: 870, 88x, 979. */
const NOWHERE = /^(?:870|88\d|979)$/;

/**
 * Prefix of international calls in North America, also in stored numbers: such a number is never taken for one of ours.
 */
const ABROAD = '011';

/**
 * Returns one destination as it is stored and dialed: ten digits, or 011 and the digits of E.164 if the account may
 * call `abroad`. Throws an error that contains what was written.
 */
export function parseDestination(written: string, abroad = false): string {
  // Full-width digits, non-breaking spaces and the like are normalized before anything is decided (A-SEND-01).
  const plain = written.normalize('NFKC').trim();
  const params = { number: printable(plain) };
  const digits = normalizeNumber(plain);
  const far = WRITTEN.test(plain) ? farNumber(plain) : null;
  if (far && abroad) return far.number;
  if (far?.hasCountry || isInternational(plain) || digitsOf(plain).startsWith(ABROAD)) {
    throw new AppError('INTERNATIONAL_NOT_ALLOWED', { params });
  }
  if (!WRITTEN.test(plain) || !isNanp(digits)) throw new AppError('NUMBER_INVALID', { params });
  return digits;
}

/** Parses a number of another country, or of a network without one, written with 011 or a plus. */
function farNumber(plain: string): { number: string; hasCountry: boolean } | null {
  const digits = digitsOf(plain);
  const dialled = digits.startsWith(ABROAD)
    ? digits.slice(ABROAD.length)
    : plain.startsWith('+')
      ? digits
      : '';
  const phone = dialled ? parsePhoneNumberFromString(`+${dialled}`) : undefined;
  if (!phone?.isValid() || phone.countryCallingCode === '1') return null;
  return { number: `${ABROAD}${dialled}`, hasCountry: phone.country !== undefined };
}

/** Returns where a stored number is, in terms of what calling it costs. */
export function reachOf(number: string): 'home' | 'abroad' | 'barred' {
  const phone = parsePhoneNumberFromString(toE164(number));
  if (!phone || CHARGING.has(phone.getType() ?? '') || NOWHERE.test(phone.countryCallingCode))
    return 'barred';
  // Numbers in no known area are what a fraudster would try next.
  if (phone.country === undefined) return 'barred';
  return HOME.has(phone.country) ? 'home' : 'abroad';
}

/** Area codes range from 200 to 999. */
const AREAS = Array.from({ length: 800 }, (_, i) => String(200 + i));
let prefixes: readonly string[] | undefined;

/**
 * Returns the prefixes of stored numbers abroad: an area code belongs to one country, so the database can count them.
 */
export function abroadPrefixes(): readonly string[] {
  prefixes ??= [ABROAD, ...AREAS.filter((area) => reachOf(`${area}5550100`) === 'abroad')];
  return prefixes;
}

/** Returns the part of the input that may appear in a sentence. */
function printable(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}+]/gu, '').slice(0, 40);
}
