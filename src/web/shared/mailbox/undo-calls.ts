/** The calls behind Undo; loaded when somebody undoes an action. */
import { blockNumber, unblockNumber } from '#contract/mailbox/blocked-numbers.ts';
import { restoreFaxDraft } from '#contract/faxes/fax-drafts.ts';
import { changeGroupMembers, restoreContactGroup } from '#contract/mailbox/contact-groups.ts';
import { splitAgain } from '#contract/mailbox/fax-split.ts';
import { faxArchiveAction, MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';
import type { FaxAction } from '#contract/mailbox/inbox.ts';
import { undoBulkAction } from '#contract/mailbox/search.ts';
import { putWork } from '#contract/mailbox/team.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import { MAX_RESTORED_CONTACTS, restoreContacts } from '#contract/mailbox/restore-contacts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';

/** The data that undo an action. They are plain data, so that they survive a reload. */
export type Inverse =
  | { verb: 'faxes'; action: FaxAction; ids: readonly string[] }
  /** An action on all results of a search. */
  | { verb: 'selection'; id: string }
  /** A fax that was put together again, and the faxes that this changed. */
  | { verb: 'split'; whole: string; changed: readonly string[] }
  | { verb: 'contacts'; ids: readonly string[] }
  /** A fax that was being written. */
  | { verb: 'draft'; id: string }
  /** A contact group that was deleted. */
  | { verb: 'group'; id: string }
  /** The action that undoes a change of a group's members. */
  | { verb: 'members'; id: string; action: 'add' | 'remove'; ids: readonly string[] }
  /** The work of faxes: the calls that restore its previous state. */
  | { verb: 'work'; changes: readonly BodyIn<typeof putWork>[] }
  | { verb: 'block' | 'unblock'; entries: readonly string[] };

/** Undoes an action; returns false if only part of it could be undone. Throws on an error of server or network. */
export async function undo(inverse: Inverse): Promise<boolean> {
  if (inverse.verb === 'faxes') return await undoFaxes(inverse);
  if (inverse.verb === 'selection') return await undoSelection(inverse.id);
  if (inverse.verb === 'split') {
    const { whole, changed } = inverse;
    const { data } = await callApi(splitAgain, { body: { fid: whole, changed: [...changed] } });
    return data.changed.length === changed.length;
  }
  if (inverse.verb === 'contacts') return await undoContacts(inverse.ids);
  if (inverse.verb === 'draft') {
    await callApi(restoreFaxDraft, { body: { id: inverse.id } });
    return true;
  }
  if (inverse.verb === 'group') {
    await callApi(restoreContactGroup, { body: { id: inverse.id } });
    return true;
  }
  if (inverse.verb === 'members') {
    const { id, action, ids } = inverse;
    const { data } = await callApi(changeGroupMembers, { body: { id, action, contacts: [...ids] } });
    return data.changed.length === ids.length;
  }
  if (inverse.verb === 'work') return await undoWork(inverse.changes);
  // If the number is blocked again already, or the entry is gone already, the goal is reached.
  const [call, harmless] =
    inverse.verb === 'block' ? [blockNumber, 'NUMBER_EXISTS'] : [unblockNumber, 'NOT_FOUND'];
  return await each(inverse.entries, harmless, (faxnum) => callApi(call, { body: { faxnum } }));
}

/** Restores the work of faxes; what somebody else has changed since then stays as it is. */
async function undoWork(changes: readonly BodyIn<typeof putWork>[]): Promise<boolean> {
  let all = true;
  for (const body of changes) {
    try {
      const { data } = await callApi(putWork, { body });
      if (data.stale.length > 0) all = false;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'WORK_CHANGED')) throw error;
      all = false;
    }
  }
  return all;
}

async function undoFaxes({ action, ids }: Inverse & { verb: 'faxes' }): Promise<boolean> {
  let affected = 0;
  for (const fid of chunks(ids, MAX_ACTION_FAXES))
    affected += (await callApi(faxArchiveAction, { body: { action, fid } })).data.affected;
  return affected === ids.length;
}

/** Undoes an action on a search; the server works for about a second per call. */
async function undoSelection(id: string): Promise<boolean> {
  for (;;) {
    const { data } = await callApi(undoBulkAction, { body: { id } });
    if (data.state !== 'running') return data.changed === data.total;
  }
}

async function undoContacts(ids: readonly string[]): Promise<boolean> {
  let restored = 0;
  for (const faxnumids of chunks(ids, MAX_RESTORED_CONTACTS))
    restored += (await callApi(restoreContacts, { body: { faxnumids } })).data.restored.length;
  return restored === ids.length;
}

async function each(
  entries: readonly string[],
  harmless: string,
  change: (entry: string) => Promise<unknown>,
): Promise<boolean> {
  let all = true;
  for (const entry of entries) {
    try {
      await change(entry);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === harmless)) all = false;
    }
  }
  return all;
}

function chunks(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
}
