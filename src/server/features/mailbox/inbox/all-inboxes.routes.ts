import { ALL_INBOXES_PAGE, allInboxes } from '#contract/mailbox/all-inboxes.ts';
import type { ArrivedFax } from '#contract/mailbox/all-inboxes.ts';
import { flag } from '#contract/kit/flags.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Db } from '#engine/database/port.ts';
import type { PeopleService } from '#server/features/identity/people/people.service.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { atPlace } from '#server/kit/owner.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { listArrived } from './all-inboxes.store.ts';
import type { ArrivedFaxRow } from './all-inboxes.store.ts';

/** Dependencies of the list. `zone` is the server's time zone. */
export interface AllInboxesParts {
  db: Db;
  people: Pick<PeopleService, 'placesOf'>;
  zone: string;
}

/** Mounts the list of a person's Inboxes across accounts (spec http-api 12.50). */
export function mountAllInboxes(app: App, { db, people, zone }: AllInboxesParts): void {
  mount(app, allInboxes, async ({ caller, query, request }) => {
    const providerId = request.session?.signOn?.providerId ?? null;
    // Exactly the accounts that this session may switch to (A-PEOPLE-11).
    const { accounts } = await people.placesOf(atPlace(caller), providerId);
    const unread = query.unread === '1';
    const read = accounts.filter(
      (account) => roleAllows(account.role, 'read') && (!unread || account.unread > 0),
    );
    const numbers = new Map(read.map(({ id, faxNumber }) => [id, faxNumber]));
    const rows = await listArrived(
      db,
      read.map(({ id }) => provenAccount(id)),
      { after: query.after, unread, length: ALL_INBOXES_PAGE },
    );
    return {
      faxes: rows.map((row) => ({
        account: { id: String(row.accountId), faxNumber: numbers.get(row.accountId) ?? '' },
        fax: faxOf(row, zone),
      })),
      next: rows.length < ALL_INBOXES_PAGE ? null : (rows.at(-1)?.position ?? null),
    };
  });
}

function faxOf(row: ArrivedFaxRow, zone: string): ArrivedFax['fax'] {
  return {
    fax_id: String(row.id),
    fax_date: formatWireTime(row.at, zone),
    fax_from: row.number,
    sender: row.contact?.to_person || row.sender,
    from_company: row.company || (row.contact?.company ?? ''),
    fax_pages: row.pages,
    is_new: flag(row.isNew),
    status: row.status,
    contact_info: row.contact,
  };
}
