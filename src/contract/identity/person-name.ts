import { textLine } from '#contract/kit/wire.ts';

/** Maximum length of a person's name. */
export const PERSON_NAME_MAX = 60;

/** Names appear in mails to strangers, so nothing in them may look like a web or email address (A-PEOPLE-10). */
const ADDRESS_LIKE = /[/:@<>\\]|\w\.\w{2,}/u;

/** A name that a person chooses. */
export const personName = textLine(PERSON_NAME_MAX).refine(
  (name) => !ADDRESS_LIKE.test(name),
  'NAME_LIKE_ADDRESS',
);

/**
 * Returns a name for a person named by others: the first candidate that may appear in mails, otherwise the part before
 * the @ of their address.
 */
export function nameFrom(candidates: readonly (string | undefined)[], email: string): string {
  const plain = email.slice(0, email.lastIndexOf('@')).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  for (const one of [...candidates, plain]) {
    const parsed = personName.safeParse((one ?? '').slice(0, PERSON_NAME_MAX));
    if (parsed.success && parsed.data !== '') return parsed.data;
  }
  return '?';
}
