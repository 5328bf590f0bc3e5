import { useEffect } from 'react';
import type { Recipient } from '#contract/mailbox/recipients.ts';
import { nameOf, useRecipients } from '#web/shared/faxes/recipients.ts';
import { draftStore } from './draft-store.ts';
import type { Draft } from './draft-store.ts';
import { limitOf } from './fax-form.ts';

/** What the cover page calls a recipient. */
export type Named = Draft['named'];

const NOBODY: Named = { name: '', company: '' };

/**
 * The contact that a fax to a single number goes to is named on its cover page, unless the writer has written another
 * name there. Gives the name for the send bar; undefined while there is none to say. A fax that is being sent, or whose
 * sending was never confirmed, stays as it is (`locked`).
 */
export function useNamedRecipient(draft: Draft, locked: boolean): string | undefined {
  const { numbers, cover } = draft;
  const [single] = numbers.length === 1 ? numbers : [];
  const known = useRecipients(single === undefined ? [] : [single]);
  const recipient = single === undefined ? null : known.get(single);
  useEffect(() => {
    // Not known yet, or not to be asked: what stands there stays.
    if (recipient === undefined || locked) return;
    const now = draftStore.get();
    const next = renamed(now, namesOf(recipient));
    if (next !== now) draftStore.set(next);
  }, [recipient, locked]);
  const name = recipient?.contact === true ? nameOf(recipient) : '';
  const another = cover.use && cover.name.trim() !== '' && cover.name !== draft.named.name;
  return name === '' || another ? undefined : name;
}

/** The draft with another recipient's names, where the names before are still the ones that were filled in. */
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

/** Only contacts: what another fax's cover page called a number is no name for this one. */
function namesOf(recipient: Recipient | null): Named {
  if (recipient?.contact !== true) return NOBODY;
  return {
    name: recipient.to_person.slice(0, limitOf('name')),
    company: recipient.company.slice(0, limitOf('company')),
  };
}
