import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_SEARCHED, CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type { ContactColumn, ContactRow, createContact, ImportOutcome } from '#contract/mailbox/contacts.ts';
import type { ContactFormat } from '#contract/mailbox/restore-contacts.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import type { SuggestedRecipients } from '#contract/mailbox/recipients.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountCaller, AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { allContacts, contactsPage, findContact, listContacts } from './contact-list.store.ts';
import type { ContactRecord, ListedContact } from './contact-list.store.ts';
import {
  countContacts,
  findDeleted,
  findSame,
  insertContact,
  lockContacts,
  putBack,
  removeContact,
  replaceContact,
} from './contacts.store.ts';
import { contactsFile } from './export-contacts.ts';
import { vcardFile } from './export-vcards.ts';
import { importLines } from './import-contacts.ts';
import type { ImportRequest } from './import-contacts.ts';
import { suggestRecipients } from './recipients.store.ts';
import { readValues, refused, setGroups, valuesOf } from './save-contact.ts';
import type { ContactPatch, Saved } from './save-contact.ts';

/** A contact as a client sends it, not yet validated. */
export type GivenContact = BodyOf<typeof createContact>;

/** A page of contacts in wire format. */
export interface ContactListReply {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: ContactRow[];
}

/** The request for a page by a program. */
export interface ContactPage {
  /** The id of the last contact before the page; 0 for the first page. */
  after: number;
  limit: number;
  words: readonly string[];
  group?: number | undefined;
}

/** The format of an id; anything else matches no contact. */
const ID = /^[1-9]\d{0,14}$/;

/** The stored column of each wire field. */
const STORED: Readonly<Record<ContactColumn, keyof ContactRecord>> = {
  cid: 'id',
  faxnumid: 'id',
  to_person: 'to_person',
  company: 'company',
  faxnum: 'fax_number',
  to_voicenumber: 'home_phone',
  email: 'email',
  to_location: 'address',
  description: 'notes',
};

/** Manages the address book of an account (spec http-api 3.2, 5.1 to 5.3). */
export class ContactsService {
  readonly #database: Database;

  readonly #most: number;

  /** `mostContacts`: limits the address book, so that it cannot be misused as storage (A-CONTACT-07). */
  constructor({ database, mostContacts }: { database: Database; mostContacts: number }) {
    this.#database = database;
    this.#most = mostContacts;
  }

  /** Returns the page that a table query requests. Throws UNKNOWN_COLUMN or BAD_REQUEST for an invalid query. */
  async list(
    account: AccountId,
    pairs: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<ContactListReply> {
    const parsed = parseTableQuery(pairs, CONTACT_TABLE);
    if (parsed.kind === 'bad') throw new AppError(parsed.error);
    const { draw, sort, start, length, search, searchIn, filters, notEmpty } = parsed.query;
    const wanted = filters.cid ?? filters.faxnumid;
    const list = await listContacts(this.#database.db, account, {
      sort,
      start,
      length,
      words: search,
      ...(wanted === undefined ? {} : { id: idOf({ faxnumid: wanted, cid: '' }) }),
      ...(filters.group === undefined ? {} : { group: idOf({ faxnumid: filters.group, cid: '' }) }),
      columns: CONTACT_SEARCHED.filter((column) => searchIn.includes(column)),
      notEmpty: notEmpty.map((column) => STORED[column]).filter((column) => column !== 'id'),
    });
    return {
      draw,
      recordsTotal: list.total,
      recordsFiltered: list.filtered,
      data: list.rows.map(toRow),
    };
  }

  /** Returns contacts, numbers of recent faxes, and groups whose words or numbers begin with the typed text. */
  async suggest(account: AccountId, typed: string): Promise<SuggestedRecipients> {
    return await suggestRecipients(this.#database.db, account, typed);
  }

  /** Adds a contact, unless the account already has the same one. Throws TOO_MANY_CONTACTS or GROUP_FULL. */
  async add(caller: AccountCaller, given: ContactPatch): Promise<Saved> {
    const read = readValues(given);
    if (read.kind === 'refused') return read;
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, caller.accountId);
      if ((await findSame(tx, caller.accountId, read.values, null)) !== undefined)
        return refused('CONTACT_ALREADY_EXIST');
      if ((await countContacts(tx, caller.accountId)) >= this.#most)
        throw new AppError('TOO_MANY_CONTACTS', { params: { max: this.#most } });
      const id = await insertContact(tx, caller.accountId, read.values);
      await setGroups(tx, caller.accountId, id, given);
      await writeAudit(tx, { ...byAccount(caller), action: 'contact.add', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Replaces a contact's fields. An id of another account is treated as unknown (A-TENANT-12). Throws GROUP_FULL. */
  async change(caller: AccountCaller, given: GivenContact): Promise<Saved> {
    return await this.#replace(caller, idOf(given), () => given);
  }

  /** Changes some fields of a contact. Other fields stay, and so do its groups unless they are given. */
  async patch(caller: AccountCaller, id: number, some: ContactPatch): Promise<Saved> {
    return await this.#replace(caller, id, (before) => ({ ...before, ...some }));
  }

  async #replace(
    caller: AccountCaller,
    id: number | null,
    change: (before: ContactValues) => ContactPatch,
  ): Promise<Saved> {
    const { accountId } = caller;
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, accountId);
      const before = id === null ? undefined : await findContact(tx, accountId, id);
      if (id === null || !before) return refused('CONTACT_DONT_EXIST');
      const given = change(valuesOf(before));
      const read = readValues(given);
      if (read.kind === 'refused') return read;
      if ((await findSame(tx, accountId, read.values, id)) !== undefined)
        return refused('CONTACT_ALREADY_EXIST');
      await replaceContact(tx, accountId, id, read.values);
      await setGroups(tx, accountId, id, given);
      await writeAudit(tx, { ...byAccount(caller), action: 'contact.change', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Returns contacts in the order in which they were added, starting after `after`. */
  async page(account: AccountId, page: ContactPage): Promise<{ rows: ListedContact[]; more: boolean }> {
    const { after, limit, words, group } = page;
    const asked = { sort: [], start: 0, length: limit + 1, notEmpty: [], columns: CONTACT_SEARCHED };
    const { rows } = await contactsPage(account, {
      ...asked,
      after,
      words,
      ...(group !== undefined && { group }),
    }).execute(this.#database.db);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }

  /** Returns one contact. Throws NOT_FOUND. */
  async find(account: AccountId, id: number): Promise<ListedContact> {
    const contact = await findContact(this.#database.db, account, id);
    if (!contact) throw new AppError('NOT_FOUND');
    return contact;
  }

  /** Deletes a contact. Its faxes again show the names from their machines or cover pages. */
  async remove(caller: AccountCaller, named: Pick<GivenContact, 'faxnumid' | 'cid'>): Promise<Saved> {
    const id = idOf(named);
    if (id === null) return refused('CONTACT_DONT_EXIST');
    return await this.#database.transaction(async (tx) => {
      if (!(await removeContact(tx, caller.accountId, id))) return refused('CONTACT_DONT_EXIST');
      await writeAudit(tx, { ...byAccount(caller), action: 'contact.delete', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Undoes recent deletions and returns the restored contacts. Throws TOO_MANY_CONTACTS. */
  async restore(caller: AccountCaller, ids: readonly number[]): Promise<number[]> {
    const { accountId } = caller;
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, accountId);
      const deleted = await findDeleted(tx, accountId, ids);
      if (deleted.length === 0) return [];
      if ((await countContacts(tx, accountId)) + deleted.length > this.#most)
        throw new AppError('TOO_MANY_CONTACTS', { params: { max: this.#most } });
      const contacts = await putBack(tx, accountId, deleted);
      await writeAudit(tx, { ...byAccount(caller), action: 'contact.restore', detail: { contacts } });
      return contacts;
    });
  }

  /** Imports lines of a CSV file in one transaction, or returns what would happen (spec http-api 5.3). */
  async import(caller: AccountCaller, request: ImportRequest): Promise<ImportOutcome> {
    return await importLines(this.#database, caller, { ...request, most: this.#most });
  }

  /** Returns all contacts as a CSV or vCard file. */
  async file(account: AccountId, format: ContactFormat): Promise<string> {
    const contacts = await allContacts(this.#database.db, account);
    return format === 'vcf' ? vcardFile(contacts) : contactsFile(contacts);
  }
}

function idOf({ faxnumid, cid }: Pick<GivenContact, 'faxnumid' | 'cid'>): number | null {
  const written = faxnumid === '' ? cid : faxnumid;
  return ID.test(written) ? Number(written) : null;
}

function toRow(record: ListedContact): ContactRow {
  const id = String(record.id);
  return { cid: id, faxnumid: id, ...valuesOf(record), groups: record.groups };
}
