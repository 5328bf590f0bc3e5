import type { TFunction } from 'i18next';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import type { GroupRecipients, Recipient } from '#contract/mailbox/recipients.ts';

/** How many names of a group a suggestion shows; the line has room for only a few. */
const SHOWN_NAMES = 4;

/** The result of adding a group to the numbers of a fax. */
export interface WithGroup {
  /** The numbers with those of the members, each once; null if they do not change. */
  next: readonly string[] | null;
  /** A message about the result; null if there is nothing to report. */
  text: string | null;
}

/** Adds all members of a group or none, because people would mistake part of a group for all of it. */
export function withGroup(
  numbers: readonly string[],
  group: GroupRecipients,
  t: TFunction,
  language: string,
): WithGroup {
  const { name, total } = group;
  const fresh = group.members.map(({ faxnum }) => faxnum).filter((number) => !numbers.includes(number));
  const room = MAX_DESTINATIONS - numbers.length;
  if (total === 0)
    return { next: null, text: t('compose.to.groupNone', { name, names: missingNames(group, t, language) }) };
  if (fresh.length > room)
    return { next: null, text: t('compose.to.groupTooMany', { name, total, max: MAX_DESTINATIONS, room }) };
  const next = [...numbers, ...fresh];
  if (group.missing > 0)
    return { next, text: t('compose.to.groupMissing', { names: missingNames(group, t, language) }) };
  return { next, text: fresh.length === 0 ? t('compose.to.groupThere', { name }) : null };
}

/** Returns the note under the name of a group: its number of recipients, and the first of them. */
export function groupNote({ total, members }: GroupRecipients, t: TFunction): string {
  if (total === 0) return t('compose.to.groupNoNumbers');
  const names = members.slice(0, SHOWN_NAMES).map(nameOfMember).join(', ');
  return t('compose.to.groupNote', { count: total, names: total > SHOWN_NAMES ? `${names}…` : names });
}

function nameOfMember({ to_person: person, company, faxnum }: Recipient): string {
  return person || company || faxnum;
}

function missingNames(group: GroupRecipients, t: TFunction, language: string): string {
  const more = group.missing - group.missingNames.length;
  if (more > 0) return t('compose.to.andMore', { names: group.missingNames.join(', '), n: more });
  return new Intl.ListFormat(language).format(group.missingNames);
}
