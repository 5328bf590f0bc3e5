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
  const row = rows.find((one) => one.cid === cid);
  // The form edits the contact as it was when it was opened; a newer list must not replace it.
  const [held, setHeld] = useState<ContactRow | undefined>(row);
  if (row !== undefined && held?.cid !== cid) setHeld(row);
  const known = held?.cid === cid ? held : row;
  const asked = useQuery({ ...contactOptions(cid), enabled: cid !== '' && known === undefined && listed });
  if (open.kind === 'none') return { kind: 'none' };
  if (open.kind === 'new')
    return {
      kind: 'open',
      key: 'new',
      start: { faxnum: open.faxnum, company: open.company },
      fax: open.fax,
    };
  const start = known ?? asked.data;
  if (start !== undefined && start !== null) return { kind: 'open', key: cid, start };
  if (asked.isError) return { kind: 'failed' };
  return { kind: asked.data === null ? 'missing' : 'loading' };
}
