import { createHash } from 'node:crypto';

import type { AccessKind } from '#contract/audit/fax-activity.ts';

/** The actor who accesses a fax, and from where. */
export interface Accessor {
  actor: { kind: 'account' | 'parent' | 'operator'; id: number };
  address: string;
  /** The User-Agent header. */
  device: string;
  /** The public id of a program's key. */
  key?: string;
  /** A person who works on the account under their own name. */
  person?: { id: number; name: string; email: string } | undefined;
}

/** An access to faxes of one account. */
export interface FaxAccess {
  accountId: number;
  /** Empty for accesses to all faxes, such as reading the activity itself. */
  faxIds: readonly number[];
  kind: AccessKind;
  /** `pdf`, `tiff`, `zip`: each form is a separate entry. */
  form?: string;
}

/** An entry as it is stored. */
export interface AccessRow {
  at: Date;
  accountId: number;
  faxId: number | null;
  kind: AccessKind;
  form: string;
  actorKind: 'account' | 'parent' | 'operator' | 'system';
  actorId: number | null;
  /** A mail address, a storage, the key of a program, or a person's name and address, as they were at the time. */
  name: string;
  address: string;
  device: string;
  /** Of several rows with the same key only the first is kept; null: every row is kept. */
  key: Buffer | null;
}

/** Maximum length of a stored User-Agent, so that nobody can store data in it; longer ones are cut. */
const DEVICE_LENGTH = 200;
const KEY_BYTES = 16;

/** Returns the entries of an access: one per day (UTC) for each fax, kind, form, actor, address and browser. */
export function rowsOf(by: Accessor, access: FaxAccess, at = new Date()): AccessRow[] {
  const { accountId, faxIds, kind, form = '' } = access;
  const device = by.device.slice(0, DEVICE_LENGTH);
  const { key: program, person } = by;
  const own = person ? [`person/${person.id}`] : program === undefined ? [] : [program];
  const name = person ? `${person.name} (${person.email})` : own.map((key) => `key_${key}`).join('');
  return (faxIds.length === 0 ? [null] : faxIds).map((faxId) => {
    const what = [accountId, faxId, kind, form, by.actor.kind, by.actor.id, by.address, device, ...own];
    const key = keyOf([at.toISOString().slice(0, 10), ...what]);
    const who = { actorKind: by.actor.kind, actorId: by.actor.id, name, address: by.address, device };
    return { at, accountId, faxId, kind, form, ...who, key };
  });
}

function keyOf(parts: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, KEY_BYTES);
}
