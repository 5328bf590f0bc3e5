import { contactFields, faultsOf } from '#contract/mailbox/contact-rules.ts';
import type { ContactValues } from '#contract/mailbox/contact-rules.ts';
import { CONTACT_SEARCHED, CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type {
  ContactColumn,
  ContactRefusal,
  ContactRow,
  createContact,
  ImportOutcome,
} from '#contract/mailbox/contacts.ts';
import type { ContactFormat } from '#contract/mailbox/restore-contacts.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import type { SuggestedRecipients } from '#contract/mailbox/recipients.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { refuseOverfull } from './contact-groups.service.ts';
import { setGroupsOf } from './contact-groups.store.ts';
import { allContacts, listContacts } from './contact-list.store.ts';
import type { ContactRecord, ListedContact } from './contact-list.store.ts';
import {
  countContacts,
  findDeleted,
  findSame,
  hasContact,
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

/** A contact as a client sends it: texts of which nothing is known yet. */
export type GivenContact = BodyOf<typeof createContact>;

/** What became of a change; a refusal is an ordinary answer of these calls (spec http-api 5.1). */
export type Saved =
  | { kind: 'saved'; id: number }
  | { kind: 'refused'; reason: ContactRefusal; fields?: Record<string, string> };

/** A page of the contacts as the wire has it. */
export interface ContactListReply {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: ContactRow[];
}

/** What an id looks like; anything else names no contact. */
const ID = /^[1-9]\d{0,14}$/;

/** Where the wire's fields are stored. */
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

/** The address book of an account (spec http-api 3.2, 5.1 to 5.3). */
export class ContactsService {
  readonly #database: Database;

  readonly #most: number;

  /** `mostContacts`: an address book is no place to store things in (A-CONTACT-07). */
  constructor({ database, mostContacts }: { database: Database; mostContacts: number }) {
    this.#database = database;
    this.#most = mostContacts;
  }

  /** The page that a table query asks for; throws UNKNOWN_COLUMN or BAD_REQUEST for one that makes no sense. */
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

  /** The recipients and groups whose words or numbers begin with what was typed: contacts, numbers of recent faxes, groups. */
  async suggest(account: AccountId, typed: string): Promise<SuggestedRecipients> {
    return await suggestRecipients(this.#database.db, account, typed);
  }

  /** Adds a contact, unless the account has the same one already. Throws TOO_MANY_CONTACTS or GROUP_FULL. */
  async add(caller: Caller, given: GivenContact): Promise<Saved> {
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
      await writeAudit(tx, { ...by(caller), action: 'contact.add', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Replaces a contact's fields; an id of another account is as unknown as one that never was (A-TENANT-12). Throws GROUP_FULL. */
  async change(caller: Caller, given: GivenContact): Promise<Saved> {
    const id = idOf(given);
    const read = readValues(given);
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, caller.accountId);
      if (id === null || !(await hasContact(tx, caller.accountId, id))) return refused('CONTACT_DONT_EXIST');
      if (read.kind === 'refused') return read;
      if ((await findSame(tx, caller.accountId, read.values, id)) !== undefined)
        return refused('CONTACT_ALREADY_EXIST');
      await replaceContact(tx, caller.accountId, id, read.values);
      await setGroups(tx, caller.accountId, id, given);
      await writeAudit(tx, { ...by(caller), action: 'contact.change', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Deletes a contact; its faxes say again what their machines or cover pages said. */
  async remove(caller: Caller, named: Pick<GivenContact, 'faxnumid' | 'cid'>): Promise<Saved> {
    const id = idOf(named);
    if (id === null) return refused('CONTACT_DONT_EXIST');
    return await this.#database.transaction(async (tx) => {
      if (!(await removeContact(tx, caller.accountId, id))) return refused('CONTACT_DONT_EXIST');
      await writeAudit(tx, { ...by(caller), action: 'contact.delete', object: String(id) });
      return { kind: 'saved', id };
    });
  }

  /** Undoes deletions of a moment ago; gives the contacts that are back. Throws TOO_MANY_CONTACTS. */
  async restore(caller: Caller, ids: readonly number[]): Promise<number[]> {
    const { accountId } = caller;
    return await this.#database.transaction(async (tx) => {
      await lockContacts(tx, accountId);
      const deleted = await findDeleted(tx, accountId, ids);
      if (deleted.length === 0) return [];
      if ((await countContacts(tx, accountId)) + deleted.length > this.#most)
        throw new AppError('TOO_MANY_CONTACTS', { params: { max: this.#most } });
      const contacts = await putBack(tx, accountId, deleted);
      await writeAudit(tx, { ...by(caller), action: 'contact.restore', detail: { contacts } });
      return contacts;
    });
  }

  /** Imports lines of a CSV file in one transaction, or says what would happen (spec http-api 5.3). */
  async import(caller: Caller, request: ImportRequest): Promise<ImportOutcome> {
    return await importLines(this.#database, caller, { ...request, most: this.#most });
  }

  /** All contacts as a CSV file. */
  async file(account: AccountId, format: ContactFormat): Promise<string> {
    const contacts = await allContacts(this.#database.db, account);
    return format === 'vcf' ? vcardFile(contacts) : contactsFile(contacts);
  }
}

/** Puts a contact into the groups that were sent along; without any it stays where it is. */
async function setGroups(
  tx: Db,
  account: AccountId,
  contact: number,
  { groups }: Pick<GivenContact, 'groups'>,
): Promise<void> {
  if (groups === undefined) return;
  await setGroupsOf(tx, account, contact, groups);
  await refuseOverfull(tx, account, groups);
}

function readValues(
  given: GivenContact,
): { kind: 'ok'; values: ContactValues } | (Saved & { kind: 'refused' }) {
  const parsed = contactFields.safeParse(given);
  if (parsed.success) return { kind: 'ok', values: parsed.data };
  return { kind: 'refused', reason: 'CONTACT_INVALID', fields: faultsOf(parsed.error) };
}

function idOf({ faxnumid, cid }: Pick<GivenContact, 'faxnumid' | 'cid'>): number | null {
  const written = faxnumid === '' ? cid : faxnumid;
  return ID.test(written) ? Number(written) : null;
}

function refused(reason: ContactRefusal): Saved & { kind: 'refused' } {
  return { kind: 'refused', reason };
}

function by(caller: Caller) {
  return {
    actor: { kind: 'account', id: caller.accountId },
    accountId: caller.accountId,
    address: caller.address,
  } as const;
}

function toRow(record: ListedContact): ContactRow {
  const id = String(record.id);
  return {
    cid: id,
    faxnumid: id,
    to_person: record.to_person,
    company: record.company,
    faxnum: record.fax_number,
    to_voicenumber: record.home_phone,
    email: record.email,
    to_location: record.address,
    description: record.notes,
    groups: record.groups,
  };
}
