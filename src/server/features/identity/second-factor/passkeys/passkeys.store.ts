import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { customerOfRow } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { columnOfLogin, columnsOfCustomer } from '../login-owner.store.ts';

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A passkey as a login needs it. */
export interface StoredPasskey {
  id: number;
  owner: CustomerLogin;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** The passkeys of an owner, the newest first. */
export async function listPasskeys(db: Db, owner: CustomerLogin): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where(columnOfLogin(owner), '=', owner.id)
    .orderBy('id', 'desc')
    .execute();
}

/** What the owner's devices hold for a host already, so that none holds two. */
export async function listCredentials(
  db: Db,
  owner: CustomerLogin,
  rpId: string,
): Promise<{ credentialId: Buffer; transports: string[] }[]> {
  return await db
    .selectFrom('passkey')
    .select(['credential_id as credentialId', 'transports'])
    .where(columnOfLogin(owner), '=', owner.id)
    .where('rp_id', '=', rpId)
    .execute();
}

/** Holds the owner's list until the transaction ends, so that the limit holds for many at once. */
export async function countPasskeys(tx: Db, owner: CustomerLogin): Promise<number> {
  await tx.selectFrom(owner.kind).select('id').where('id', '=', owner.id).forNoKeyUpdate().execute();
  const { n } = await tx
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(columnOfLogin(owner), '=', owner.id)
    .executeTakeFirstOrThrow();
  return n;
}

/** Keeps a passkey; undefined when somebody has this credential already. */
export async function insertPasskey(
  tx: Db,
  owner: CustomerLogin,
  passkey: {
    rpId: string;
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    name: string;
  },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkey')
    .values({
      ...columnsOfCustomer(owner),
      rp_id: passkey.rpId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** False when the owner has none of this id. */
export async function renameStored(tx: Db, owner: CustomerLogin, id: number, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('passkey')
    .set({ name })
    .where(columnOfLogin(owner), '=', owner.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The name of the one that is gone; undefined when the owner has none of this id. */
export async function deletePasskey(tx: Db, owner: CustomerLogin, id: number): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('passkey')
    .where(columnOfLogin(owner), '=', owner.id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/** Removes all passkeys of an owner; gives back how many there were. */
export async function deleteAllPasskeys(tx: Db, owner: CustomerLogin): Promise<number> {
  const gone = await tx.deleteFrom('passkey').where(columnOfLogin(owner), '=', owner.id).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** The passkey with this credential on this host, whoever's it is. */
export async function findPasskey(
  db: Db,
  credentialId: Buffer,
  rpId: string,
): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'credential_id as credentialId', 'public_key as publicKey', 'counter'])
    .select(['account_id', 'parent_id', 'person_id'])
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, counter, publicKey } = row;
  return { id, credentialId: row.credentialId, publicKey, counter, owner: customerOfRow(row) };
}

/** Notes a use; false when another one with the same or a later count came first: one of the two is a copy. */
export async function noteUse(db: Db, id: number, counter: number): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb(eb.val(counter), '=', 0)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
