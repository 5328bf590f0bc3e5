import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { contactOptions } from './contact-queries.ts';
import type { OpenContact } from './contacts-state.ts';

/** What the form starts with, or why there is none. */
export type Opened =
  | { kind: 'none' | 'loading' | 'missing' | 'failed' }
  /** `key` names the form: another one starts anew. */
  | { kind: 'open'; key: string; start: Partial<ContactRow>; fax?: string | undefined };

/** The contact that the address names: from the list when it shows there, else asked for. */
export function useOpenContact(open: OpenContact, rows: readonly ContactRow[], listed: boolean): Opened {
  const cid = open.kind === 'contact' ? open.cid : '';
  const row = rows.find((one) => one.cid === cid);
  // The form is written over the contact as it was when it was opened; a later list must not tear it away.
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
