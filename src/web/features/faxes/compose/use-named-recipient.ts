import { useEffect } from 'react';
import type { Recipient } from '#contract/mailbox/recipients.ts';
import { nameOf, useRecipients } from '#web/shared/faxes/recipients.ts';
import { draftStore } from './draft-store.ts';
import type { Draft } from './draft-store.ts';
import { limitOf } from './fax-form.ts';

/** The name and company of a recipient on the cover page. */
export type Named = Draft['named'];

const NOBODY: Named = { name: '', company: '' };

/**
 * Writes the contact's name on the cover page of a fax to a single number, unless the user has entered another name.
 * Returns the name for the send bar; undefined if there is none. A fax that is being sent, or whose send was never
 * confirmed, does not change (`locked`).
 */
export function useNamedRecipient(draft: Draft, locked: boolean): string | undefined {
  const { numbers, cover } = draft;
  const [single] = numbers.length === 1 ? numbers : [];
  const known = useRecipients(single === undefined ? [] : [single]);
  const recipient = single === undefined ? null : known.get(single);
  useEffect(() => {
    // Not loaded yet, or locked: the current names stay.
    if (recipient === undefined || locked) return;
    const now = draftStore.get();
    const next = renamed(now, namesOf(recipient));
    if (next !== now) draftStore.set(next);
  }, [recipient, locked]);
  const name = recipient?.contact === true ? nameOf(recipient) : '';
  const another = cover.use && cover.name.trim() !== '' && cover.name !== draft.named.name;
  return name === '' || another ? undefined : name;
}

/** Returns the draft with another recipient's names, if the current ones are still those that were filled in. */
export function renamed(draft: Draft, next: Named): Draft {
  const { named, cover } = draft;
  if (named.name === next.name && named.company === next.company) return draft;
  return {
    ...draft,
    named: next,
    cover: {
      ...cover,
      name: cover.name === named.name ? next.name : cover.name,
      company: cover.company === named.company ? next.company : cover.company,
    },
  };
}

/** Returns a contact's names; a name from another fax's cover page does not count. */
function namesOf(recipient: Recipient | null): Named {
  if (recipient?.contact !== true) return NOBODY;
  return {
    name: recipient.to_person.slice(0, limitOf('name')),
    company: recipient.company.slice(0, limitOf('company')),
  };
}
