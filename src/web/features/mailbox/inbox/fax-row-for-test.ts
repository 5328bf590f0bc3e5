import type { FaxRow } from '#contract/mailbox/inbox.ts';

/** A received, read fax of one page from a contact. For tests only. */
export function faxRowForTest(id: string, change: Partial<FaxRow> = {}): FaxRow {
  return {
    fax_id: id,
    fax_path: `path-of-fax-${id.padStart(8, '0')}`,
    fax_pages: 1,
    fax_size: 48213,
    fax_date: '2026-11-20T19:04:01-05:00',
    fax_from: '2125550142',
    sender: 'John Doe',
    from_company: 'Acme',
    to_person: '',
    is_new: '0',
    is_inbox: 1,
    action: 'R',
    status: 'OK',
    rotation: 0,
    contact_info: { cid: '12', to_person: 'John Doe', company: 'Acme' },
    ...change,
  };
}
