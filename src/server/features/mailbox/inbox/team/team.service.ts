import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { BodyOf } from '#contract/kit/call.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import { MAX_NOTES, MAX_TAGS, MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';
import type { editNote, putWork, Tag } from '#contract/mailbox/team.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import {
  deleteNote,
  insertNote,
  listNotes,
  lockNote,
  seeMentions,
  setMentions,
  updateNote,
} from './notes.store.ts';
import type { NoteRow } from './notes.store.ts';
import { listReaders, noteReader } from './readers.store.ts';
import { deleteTag, haveTags, insertTag, lockTags, updateTag } from './tags.store.ts';
import type { TagFields } from './tags.store.ts';
import { tellAssigned, tellMentioned } from './team-mails.ts';
import { countOpen, listTags, listTeam } from './team-counts.store.ts';
import type { OpenCounts, TeamMember } from './team-counts.store.ts';
import { changeWorks, findReceived, lockWork, mayWork, mostTags, readWorks } from './work.store.ts';
import type { WorkChange, WorkRow } from './work.store.ts';

/** The work of a fax that nobody has changed, and that arrived before people worked on the account. */
const UNTOUCHED = { status: 'open', assignee: null, due: null, tags: [], notes: 0, version: 0 } as const;

/** A note, and what its reader may do with it. */
export interface ReadNote extends NoteRow {
  yours: boolean;
  removable: boolean;
}

/** Manages teamwork on an account's received faxes: assignments, tags and notes (spec http-api 12.43). */
export class TeamService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;

  constructor({ database, queueMail }: { database: Database; queueMail: QueueMail }) {
    this.#database = database;
    this.#queueMail = queueMail;
  }

  /** Returns the people whom faxes can be assigned to, the tags, and the numbers of open faxes. */
  async team({
    accountId,
    person,
  }: Caller): Promise<{ people: TeamMember[]; tags: Tag[]; counts: OpenCounts }> {
    const { db } = this.#database;
    return {
      people: await listTeam(db, accountId),
      tags: await listTags(db, accountId),
      counts: await countOpen(db, accountId, person?.id ?? null),
    };
  }

  /**
   * Returns a received fax's work and notes. `seen` marks the caller's mentions as read. Throws NOT_FOUND,
   * NOT_RECEIVED.
   */
  async read(
    caller: Caller,
    { id, seen }: { id: number; seen: boolean },
  ): Promise<Omit<WorkRow, 'id'> & { notes: ReadNote[] }> {
    const { db } = this.#database;
    const { accountId, person } = caller;
    await onlyReceived(db, accountId, [id]);
    const [row] = await readWorks(db, accountId, [id]);
    const notes = await listNotes(db, accountId, id);
    if (person && seen) await seeMentions(db, accountId, id, person.id);
    return {
      work: row?.work ?? { ...UNTOUCHED, tags: [] },
      changedBy: row?.changedBy ?? '',
      notes: notes.map((note) => ({ ...note, ...rightsOn(note, caller) })),
    };
  }

  /** Returns who else has a received fax open, and records the caller as a reader. Throws NOT_FOUND, NOT_RECEIVED. */
  async readers({ accountId, person }: Caller, faxId: number): Promise<{ id: number; name: string }[]> {
    const { db } = this.#database;
    await onlyReceived(db, accountId, [faxId]);
    if (person) await noteReader(db, accountId, { faxId, personId: person.id });
    return await listReaders(db, accountId, { faxId, personId: person?.id ?? null });
  }

  /**
   * Changes the faxes whose latest state the caller has seen; returns the others as stale. Throws WORK_CHANGED if all
   * are stale, NOT_FOUND, NOT_RECEIVED, TAG_LIMIT, and VALIDATION for people and tags of other accounts.
   */
  async change(
    caller: Caller,
    { faxes, ...change }: BodyOf<typeof putWork>,
  ): Promise<{ changed: WorkRow[]; stale: WorkRow[] }> {
    const { accountId } = caller;
    const seen = new Map(faxes.map(({ id, version }) => [id, version]));
    const all: WorkChange = { status: undefined, assignee: undefined, due: undefined, ...change };
    return await this.#database.transaction(async (tx) => {
      await checkChange(tx, accountId, all);
      const ids = await onlyReceived(tx, accountId, [...seen.keys()]);
      const rows = await lockWork(tx, accountId, ids);
      const stale = rows.filter(({ id, work }) => work.version !== seen.get(id));
      const seenRows = rows.filter((row) => !stale.includes(row));
      const fresh = seenRows.map(({ id }) => id);
      if (fresh.length === 0)
        throw new AppError('WORK_CHANGED', { params: { by: stale[0]?.changedBy ?? '' } });
      await changeWorks(tx, accountId, fresh, { change: all, by: await nameOf(tx, caller) });
      if ((await mostTags(tx, accountId, fresh)) > MAX_TAGS_OF_FAX)
        throw new AppError('TAG_LIMIT', { params: { max: MAX_TAGS_OF_FAX } });
      await tellAssigned(this.#queueMail, tx, caller, { assignee: all.assignee, before: seenRows });
      await audit(tx, caller, 'fax.work', { faxes: fresh, ...change });
      return { changed: await readWorks(tx, accountId, fresh), stale };
    });
  }

  /** Adds a note to a received fax and returns its id. Throws NOT_FOUND, NOT_RECEIVED, NOTE_LIMIT. */
  async addNote(
    caller: Caller,
    { fid, text, mentions }: { fid: number; text: string; mentions: readonly number[] },
  ): Promise<number> {
    const { accountId, person } = caller;
    return await this.#database.transaction(async (tx) => {
      await onlyReceived(tx, accountId, [fid]);
      const [row] = await lockWork(tx, accountId, [fid]);
      if ((row?.work.notes ?? 0) >= MAX_NOTES)
        throw new AppError('NOTE_LIMIT', { params: { max: MAX_NOTES } });
      const author = person?.name ?? '';
      const id = await insertNote(tx, accountId, { faxId: fid, personId: person?.id ?? null, author, text });
      const named = await setMentions(tx, accountId, id, mentions);
      await tellMentioned(this.#queueMail, tx, caller, { fax: fid, named });
      // Leaves out the text, which is as private as the fax.
      await audit(tx, caller, 'fax.note', { fax: fid, note: id, mentions });
      return id;
    });
  }

  /** Changes a note of the caller. Throws NOT_FOUND for any other. */
  async editNote(caller: Caller, { id, text, mentions }: BodyOf<typeof editNote>): Promise<void> {
    const { accountId } = caller;
    await this.#database.transaction(async (tx) => {
      const note = await lockNote(tx, accountId, id);
      if (!note || !rightsOn(note, caller).yours) throw new AppError('NOT_FOUND');
      await updateNote(tx, accountId, id, text);
      const named = await setMentions(tx, accountId, id, mentions);
      await tellMentioned(this.#queueMail, tx, caller, { fax: note.faxId, named });
      await audit(tx, caller, 'fax.note-edit', { fax: note.faxId, note: id, mentions });
    });
  }

  /** Deletes a note of the caller, or any note if the caller is an owner. Throws NOT_FOUND. */
  async deleteNote(caller: Caller, id: number): Promise<void> {
    const { accountId } = caller;
    await this.#database.transaction(async (tx) => {
      const note = await lockNote(tx, accountId, id);
      if (!note || !rightsOn(note, caller).removable) throw new AppError('NOT_FOUND');
      await deleteNote(tx, accountId, id);
      await audit(tx, caller, 'fax.note-delete', { fax: note.faxId, note: id });
    });
  }

  /** Adds a tag and returns its id. Throws TAG_LIMIT, TAG_NAME_TAKEN. */
  async addTag(caller: Caller, fields: TagFields): Promise<number> {
    return await this.#database.transaction(async (tx) => {
      const tags = await lockTags(tx, caller.accountId);
      if (tags.length >= MAX_TAGS) throw new AppError('TAG_LIMIT', { params: { max: MAX_TAGS } });
      if (tags.some(isNamed(fields))) throw new AppError('TAG_NAME_TAKEN');
      const id = await insertTag(tx, caller.accountId, fields);
      await audit(tx, caller, 'tag.add', { tag: id, ...fields });
      return id;
    });
  }

  /** Changes a tag. Throws NOT_FOUND, TAG_NAME_TAKEN. */
  async editTag(caller: Caller, id: number, fields: TagFields): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const tags = await lockTags(tx, caller.accountId);
      if (tags.some((tag) => tag.id !== id && isNamed(fields)(tag))) throw new AppError('TAG_NAME_TAKEN');
      if (!(await updateTag(tx, caller.accountId, id, fields))) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'tag.edit', { tag: id, ...fields });
    });
  }

  /** Deletes a tag, which removes it from all faxes. Throws NOT_FOUND. */
  async deleteTag(caller: Caller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const name = await deleteTag(tx, caller.accountId, id);
      if (name === undefined) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'tag.delete', { tag: id, name });
    });
  }
}

/** Returns the received faxes among these. If there are none, throws NOT_RECEIVED or NOT_FOUND. */
async function onlyReceived(db: Db, account: AccountId, ids: readonly number[]): Promise<number[]> {
  const { received, others } = await findReceived(db, account, ids);
  if (received.length === 0) throw new AppError(others > 0 ? 'NOT_RECEIVED' : 'NOT_FOUND');
  return received;
}

async function checkChange(tx: Db, account: AccountId, change: WorkChange): Promise<void> {
  const { assignee, addTags } = change;
  if (typeof assignee === 'number' && !(await mayWork(tx, account, assignee)))
    throw new AppError('VALIDATION', { fields: { assignee: 'UNKNOWN' } });
  if (!(await haveTags(tx, account, addTags)))
    throw new AppError('VALIDATION', { fields: { addTags: 'UNKNOWN' } });
}

/** The login with number and password has no author name. Owners may delete others' notes, but never edit them. */
function rightsOn(
  { personId, author }: Pick<NoteRow, 'personId' | 'author'>,
  { person }: Pick<Caller, 'person'>,
): { yours: boolean; removable: boolean } {
  const yours = person ? person.id === personId : personId === null && author === '';
  return { yours, removable: yours || roleAllows(person?.role ?? 'owner', undefined) };
}

function isNamed({ name }: Pick<TagFields, 'name'>): (tag: { name: string }) => boolean {
  return (tag) => tag.name.toLowerCase() === name.toLowerCase();
}

/** Returns the caller's name; the fax number for a login without a person. */
async function nameOf(tx: Db, { accountId, person }: Caller): Promise<string> {
  if (person) return person.name;
  const row = await tx
    .selectFrom('account')
    .select('fax_number')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return formatFaxNumber(row?.fax_number ?? '') ?? '';
}

async function audit(tx: Db, caller: Caller, action: string, detail: object): Promise<void> {
  await writeAudit(tx, { ...byAccount(caller), action, detail });
}
