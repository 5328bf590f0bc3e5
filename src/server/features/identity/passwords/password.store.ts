import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { CustomerLogin } from '#server/kit/owner.ts';
import type { StoredRules } from '#server/features/brands/brands/password-rules.service.ts';

/** The owner of a password: a fax account, a multifax administrator, or a person with an individual login. */
export interface Subject {
  kind: CustomerLogin['kind'];
  id: number;
  brandId: number;
  email: string;
  /** A changed address that is not yet confirmed; null if there is none. */
  newEmail: string | null;
  /** Language of the mails to the owner. */
  language: string;
  /** The login name: a fax number, a user name or an address; empty while a number is being ported. */
  name: string;
  /** The names that the owner's password may not contain, including a number that is being ported. */
  names: string[];
  passwordHash: string | null;
  verified: boolean;
}

/** Returns the password rules of a brand. */
export async function findRules(db: Db, brandId: number): Promise<StoredRules> {
  return await selectRules(db).where('id', '=', brandId).executeTakeFirstOrThrow();
}

/** Returns the password rules of every brand. */
export async function listRules(db: Db): Promise<StoredRules[]> {
  return await selectRules(db).orderBy('id').execute();
}

function selectRules(db: Db) {
  return db
    .selectFrom('brand')
    .select(['id as brandId', 'password_min as min', 'password_max as max', 'password_features as features'])
    .select(sql<string[]>`array[title, name]`.as('names'));
}

/** Returns the brand of a host name; the default brand if the host is unknown. */
export async function findBrandOfHost(db: Db, host: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(
      (select brand_id from brand_domain where domain = ${host}),
      (select id from brand where is_default)) as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Returns the account with an id or fax number, unless it is closed. */
export async function findAccountSubject(
  db: Db,
  by: { id: number } | { number: string },
): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('account')
    .leftJoin('account_settings', 'account_settings.account_id', 'account.id')
    .select(['account.id', 'account.brand_id as brandId', 'account.admin_email as email'])
    .select('account.new_email as newEmail')
    .select(['account.fax_number as number', 'account.pending_number as pending'])
    .select('account.password_hash as passwordHash')
    .select(['account.email_verified_at as verifiedAt', 'account_settings.language'])
    .where('account.state', '<>', 'closed')
    .$if('id' in by, (query) => query.where('account.id', '=', 'id' in by ? by.id : 0))
    .$if('number' in by, (query) => query.where('account.fax_number', '=', 'number' in by ? by.number : ''))
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, pending, verifiedAt, language, ...rest } = row;
  return {
    ...rest,
    kind: 'account',
    name: number ?? '',
    names: [number, pending].filter((one) => one !== null),
    language: language ?? 'en',
    verified: verifiedAt !== null,
  };
}

/** Returns the active multifax administrator with an id, or with a user name in a brand. */
export async function findAdministratorSubject(
  db: Db,
  by: { id: number } | { brandId: number; username: string },
): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('parent')
    .innerJoin('brand', 'brand.id', 'parent.brand_id')
    .select(['parent.id', 'parent.brand_id as brandId', 'parent.email', 'parent.username as name'])
    .select(['parent.password_hash as passwordHash', 'brand.lang as language'])
    .where('parent.state', '=', 'active')
    .$if('id' in by, (query) => query.where('parent.id', '=', 'id' in by ? by.id : 0))
    .$if('username' in by, (query) =>
      query
        .where('parent.brand_id', '=', 'username' in by ? by.brandId : 0)
        .where(sql`lower(parent.username)`, '=', 'username' in by ? by.username.toLowerCase() : ''),
    )
    .executeTakeFirst();
  return row && { ...row, kind: 'parent', names: [row.name], newEmail: null, verified: true };
}

/** Returns the person with an id, or with an address in a brand. */
export async function findPersonSubject(
  db: Db,
  by: { id: number } | { brandId: number; email: string },
): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('person')
    .innerJoin('brand', 'brand.id', 'person.brand_id')
    .select(['person.id', 'person.brand_id as brandId', 'person.email', 'person.name as called'])
    .select(['person.password_hash as passwordHash', 'brand.lang as language'])
    .$if('id' in by, (query) => query.where('person.id', '=', 'id' in by ? by.id : 0))
    .$if('email' in by, (query) =>
      query
        .where('person.brand_id', '=', 'email' in by ? by.brandId : 0)
        .where('person.email', '=', 'email' in by ? by.email.toLowerCase() : ''),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { called, ...rest } = row;
  const names = [row.email, row.email.split('@', 1)[0] ?? '', called];
  return { ...rest, kind: 'person', name: row.email, names, newEmail: null, verified: true };
}

/** Returns the password owner of any kind, if it exists. */
export async function findSubject(
  db: Db,
  { kind, id }: { kind: CustomerLogin['kind']; id: number },
): Promise<Subject | undefined> {
  if (kind === 'account') return await findAccountSubject(db, { id });
  return kind === 'parent' ? await findAdministratorSubject(db, { id }) : await findPersonSubject(db, { id });
}

/** Returns the password hash of a signed-in operator. */
export async function findOperatorHash(
  db: Db,
  id: number,
): Promise<{ passwordHash: string | null } | undefined> {
  return await db
    .selectFrom('operator')
    .select('password_hash as passwordHash')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Stores a new password. The link that led here went to the owner's address, so the address is verified too. An account
 * that was only waiting for its password becomes active.
 */
export async function storePassword(
  tx: Db,
  subject: Pick<Subject, 'kind' | 'id'>,
  hash: string,
): Promise<void> {
  if (subject.kind === 'person') {
    await tx.updateTable('person').set({ password_hash: hash }).where('id', '=', subject.id).execute();
    return;
  }
  if (subject.kind === 'parent') {
    await tx
      .updateTable('parent')
      .set({ password_hash: hash, updated_at: sql<Date>`now()` })
      .where('id', '=', subject.id)
      .execute();
    return;
  }
  await tx
    .updateTable('account')
    .set({
      password_hash: hash,
      email_verified_at: sql`coalesce(email_verified_at, now())`,
      state: sql`case when state = 'pending' and fax_number is not null then 'active' else state end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', subject.id)
    .execute();
}

/**
 * Marks an address of the owner as verified; a changed one becomes the main address. Returns false if it is neither.
 */
export async function markVerified(tx: Db, accountId: number, email: string): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({
      admin_email: email,
      new_email: sql`nullif(new_email, ${email})`,
      email_verified_at: sql`case when new_email = ${email} then now() else coalesce(email_verified_at, now()) end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb('admin_email', '=', email), eb('new_email', '=', email)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
