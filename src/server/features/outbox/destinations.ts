import { isInternational, isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import { AppError } from '#server/kit/app-error.ts';

/** What people write a number with; anything else is somebody talking to a modem or a carrier (A-SEND-05). */
const WRITTEN = /^\+?[\d\s().\-/]{7,40}$/;

/**
 * Area codes of the North American plan that are not in the United States or Canada, or that charge the caller:
 * they look like any other number and are how toll fraud earns (A-SEND-02).
 */
const BARRED_AREAS = new Set(
  (
    '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876 ' + // Caribbean, Bermuda
    '900 976 700 500 521 522 523 524 525 526 527 528 529 532 533 535 538 542 543 544 545 546 547 549 550 552 553 554 ' +
    '556 558 566 569 577 578 588 589'
  ).split(' '),
);

/** One destination: ten digits, as they are stored and dialled. Throws the error that names what was written. */
export function parseDestination(written: string): string {
  // Full-width digits, no-break spaces and the like become plain ones before anything is decided (A-SEND-01).
  const plain = written.normalize('NFKC').trim();
  const params = { number: printable(plain) };
  const digits = normalizeNumber(plain);
  if (isInternational(plain) || plain.replaceAll(/\D/g, '').startsWith('011')) {
    throw new AppError('INTERNATIONAL_NOT_ALLOWED', { params });
  }
  if (!WRITTEN.test(plain) || !isNanp(digits)) throw new AppError('NUMBER_INVALID', { params });
  return digits;
}

/** Whether calls to this number are refused because of where it is. */
export function isBarred(digits: string): boolean {
  return BARRED_AREAS.has(digits.slice(0, 3));
}

/** The part of what was written that may stand in a sentence. */
function printable(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}+]/gu, '').slice(0, 40);
}
