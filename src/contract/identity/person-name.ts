import { textLine } from '#contract/kit/wire.ts';

/** Characters of a person's name. */
export const PERSON_NAME_MAX = 60;

/** Names stand in mails to strangers: nothing in them may look like an address of the web or of mail (A-PEOPLE-10). */
const ADDRESS_LIKE = /[/:@<>\\]|\w\.\w{2,}/u;

/** A name that somebody gives themselves. */
export const personName = textLine(PERSON_NAME_MAX).refine(
  (name) => !ADDRESS_LIKE.test(name),
  'NAME_LIKE_ADDRESS',
);

/**
 * A name for somebody whom others name: the first of these that may stand in mails, else what stands before the @ of
 * their address.
 */
export function nameFrom(candidates: readonly (string | undefined)[], email: string): string {
  const plain = email.slice(0, email.lastIndexOf('@')).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  for (const one of [...candidates, plain]) {
    const parsed = personName.safeParse((one ?? '').slice(0, PERSON_NAME_MAX));
    if (parsed.success && parsed.data !== '') return parsed.data;
  }
  return '?';
}
