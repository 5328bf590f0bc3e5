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

/** Returns the passkeys of an owner, newest first. */
export async function listPasskeys(db: Db, owner: CustomerLogin): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where(columnOfLogin(owner), '=', owner.id)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the credentials that the owner's devices already have for a host, so that no device gets a second one. */
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

/** Counts passkeys and locks the owner until the transaction ends, so that parallel calls keep to the limit. */
export async function countPasskeys(tx: Db, owner: CustomerLogin): Promise<number> {
  await tx.selectFrom(owner.kind).select('id').where('id', '=', owner.id).forNoKeyUpdate().execute();
  const { n } = await tx
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(columnOfLogin(owner), '=', owner.id)
    .executeTakeFirstOrThrow();
  return n;
}

/** Stores a passkey. Returns undefined if this credential already exists. */
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

/** Returns false if the owner has no passkey with this id. */
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

/** Deletes a passkey and returns its name; undefined if the owner has none with this id. */
export async function deletePasskey(tx: Db, owner: CustomerLogin, id: number): Promise<string | undefined> {
  const gone = await tx
    .deleteFrom('passkey')
    .where(columnOfLogin(owner), '=', owner.id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return gone?.name;
}

/** Removes all passkeys of an owner. Returns how many there were. */
export async function deleteAllPasskeys(tx: Db, owner: CustomerLogin): Promise<number> {
  const gone = await tx.deleteFrom('passkey').where(columnOfLogin(owner), '=', owner.id).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Returns the passkey with this credential on this host, whoever the owner is. */
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

/** Records a use. Returns false if a use with the same or a later counter came first: then one of the two is a copy. */
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
