import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { contactOptions } from './contact-queries.ts';
import type { OpenContact } from './contacts-state.ts';

/** The initial values of the form, or the reason why there is none. */
export type Opened =
  | { kind: 'none' | 'loading' | 'missing' | 'failed' }
  /** `key` identifies the form: a new key mounts a new form. */
  | { kind: 'open'; key: string; start: Partial<ContactRow>; fax?: string | undefined };

/** Returns the contact that the address names: from the list if it is there, otherwise loaded separately. */
export function useOpenContact(open: OpenContact, rows: readonly ContactRow[], listed: boolean): Opened {
  const cid = open.kind === 'contact' ? open.cid : '';
  // The form is written over the contact as it was when it was opened; later answers must not tear it away.
  const [held, setHeld] = useState<ContactRow>();
  const known = held?.cid === cid ? held : rows.find((one) => one.cid === cid);
  const asked = useQuery({ ...contactOptions(cid), enabled: cid !== '' && known === undefined && listed });
  // What is cached may be older than the last change.
  const answer = asked.isSuccess && !asked.isFetching ? asked.data : undefined;
  const start = cid === '' ? undefined : (known ?? answer ?? undefined);
  if (held !== start) setHeld(start);
  if (open.kind === 'none') return { kind: 'none' };
  if (open.kind === 'new')
    return {
      kind: 'open',
      key: 'new',
      start: { faxnum: open.faxnum, company: open.company },
      fax: open.fax,
    };
  if (start !== undefined) return { kind: 'open', key: cid, start };
  if (asked.isError && !asked.isFetching) return { kind: 'failed' };
  return { kind: answer === null ? 'missing' : 'loading' };
}
