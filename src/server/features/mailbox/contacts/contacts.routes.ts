import {
  contactsList,
  createContact,
  deleteContact,
  importContacts,
  updateContact,
} from '#contract/mailbox/contacts.ts';
import { exportContacts, restoreContacts } from '#contract/mailbox/restore-contacts.ts';
import type { ContactFormat } from '#contract/mailbox/restore-contacts.ts';
import { recipients } from '#contract/mailbox/recipients.ts';
import { requireRoom } from '#server/kit/disk-room.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ContactsService } from './contacts.service.ts';
import type { Saved } from './save-contact.ts';

const TYPES: Readonly<Record<ContactFormat, string>> = { csv: 'text/csv', vcf: 'text/vcard' };

/** Mounts the address book (spec http-api 3.2, 5). `dataDir` is a folder on the disk that the database uses. */
export function mountContacts(app: App, contacts: ContactsService, dataDir: string): void {
  mount(app, contactsList, async ({ caller, query }) => await contacts.list(caller.accountId, query));
  mount(app, recipients, async ({ caller, query }) => await contacts.suggest(caller.accountId, query.search));
  mount(app, createContact, async ({ caller, body }) => answer(await contacts.add(caller, body)));
  mount(app, updateContact, async ({ caller, body }) => answer(await contacts.change(caller, body)));
  mount(app, deleteContact, async ({ caller, body, query }) => {
    const named = body.faxnumid === '' && body.cid === '' ? query : body;
    const removed = await contacts.remove(caller, named);
    return removed.kind === 'refused' ? refusal(removed) : done;
  });
  mount(app, restoreContacts, async ({ caller, body }) =>
    doneWith({ restored: (await contacts.restore(caller, body.faxnumids)).map(String) }),
  );
  mount(app, importContacts, async ({ caller, body }) => {
    await requireRoom(dataDir, 'IMPORT_NO_ROOM');
    return doneWith(await contacts.import(caller, body));
  });
  mount(app, exportContacts, async ({ caller, query: { format }, reply }) =>
    reply
      .headers({
        'content-type': `${TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="contacts.${format}"`,
        'cache-control': 'private, no-cache',
      })
      .send(await contacts.file(caller.accountId, format)),
  );
}

function answer(saved: Saved) {
  return saved.kind === 'refused' ? refusal(saved) : doneWith({ faxnumid: String(saved.id) });
}

function refusal({ reason, fields }: Saved & { kind: 'refused' }) {
  return { success: false as const, key_message: reason, ...(fields ? { fields } : {}) };
}
