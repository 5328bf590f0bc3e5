import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { countFrom } from './counter.ts';

/** Satisfies the default password rules. */
export const PASSWORD = 'Right-horse-7';

const nextNumber = countFrom(2_125_550_200);

/**
 * Creates a brand. It answers on `domain`, by default one of its own; the default brand answers on every other host.
 */
export async function makeBrand(
  db: Db,
  values: { name?: string; title?: string; domain?: string | null; isDefault?: boolean } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('brand')
    .values({
      name: values.name ?? 'Test brand',
      title: values.title ?? 'Fax-to-Email',
      is_default: values.isDefault ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const domain = values.domain === undefined && !values.isDefault ? `fax.brand-${id}.test` : values.domain;
  if (domain) {
    await db.insertInto('brand_domain').values({ domain, brand_id: id, is_primary: true }).execute();
  }
  return id;
}

/** The settings of an account; the defaults are those of a typical active one. */
export interface AccountValues {
  brandId?: number;
  number?: string;
  password?: string | null;
  options?: string;
  monthLimit?: number | null;
  hipaa?: boolean;
  state?: 'pending' | 'active' | 'suspended' | 'closed';
  stationId?: string;
  timezoneId?: number;
  /** False: its owner has not confirmed the address. */
  verified?: boolean;
  /** Days since it was added; a month by default, unless a test is about new accounts. */
  ageDays?: number;
}

/** Creates an account that can log in with PASSWORD, by default in the default brand. */
export async function makeAccount(
  db: Db,
  values: AccountValues = {},
): Promise<{ id: AccountId; number: string; email: string }> {
  const brandId = values.brandId ?? (await defaultBrand(db));
  const number = values.number ?? String(nextNumber());
  const email = `owner-${number}@example.com`;
  const { id } = await db
    .insertInto('account')
    .values({
      brand_id: brandId,
      fax_number: number,
      admin_email: email,
      password_hash: values.password === null ? null : await hashed(values.password ?? PASSWORD),
      options: values.options ?? '',
      month_limit: values.monthLimit ?? null,
      is_hipaa: values.hipaa ?? false,
      state: values.state ?? 'active',
      station_id: values.stationId ?? '',
      email_verified_at: values.verified === false ? null : new Date(),
      created_at: sql`now() - make_interval(days => ${values.ageDays ?? 30})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('account_settings')
    .values({ account_id: id, timezone_id: values.timezoneId ?? 5 })
    .execute();
  return { id: provenAccount(id), number, email };
}

/** The settings of a fax. */
export interface FaxValues {
  action?: 'R' | 'S';
  number?: string;
  company?: string;
  sender?: string;
  toPerson?: string;
  at?: Date;
  pages?: number;
  bytes?: number;
  isNew?: boolean;
  archived?: boolean;
  deleted?: boolean;
  outbox?: boolean;
  status?: 'OK' | 'FAILED';
  documentId?: number;
}

/** Creates a fax of an account; its document has no pages unless `documentId` names one with pages. */
export async function makeFax(
  db: Db,
  account: AccountId,
  values: FaxValues = {},
): Promise<{ id: number; pathKey: string }> {
  const pathKey = newPathKey();
  const number = values.number ?? '3105550111';
  const company = values.company ?? '';
  const { id } = await db
    .insertInto('fax')
    .values({
      account_id: account,
      document_id: values.documentId ?? (await makeDocument(db, account)),
      path_key: pathKey,
      action: values.action ?? 'R',
      fax_at: values.at ?? new Date(),
      party_id: await makeParty(db, account, {
        number,
        company,
        sender: values.sender ?? '',
        toPerson: values.toPerson ?? '',
      }),
      other_number: number,
      company,
      pages: values.pages ?? 1,
      bytes: values.bytes ?? 1000,
      is_new: values.isNew ?? (values.action ?? 'R') === 'R',
      archived: values.archived ?? false,
      outbox: values.outbox ?? false,
      status: values.status ?? 'OK',
      deleted_at: values.deleted ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, pathKey };
}

/** Creates a document without pages. */
export async function makeDocument(db: Db, account: AccountId): Promise<number> {
  const { id } = await db
    .insertInto('document')
    .values({ account_id: account, storage_key: `documents/${newPathKey()}`, source: 'line', state: 'ready' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeParty(
  db: Db,
  account: AccountId,
  party: { number: string; company: string; sender: string; toPerson: string },
): Promise<number> {
  const values = {
    account_id: account,
    number: party.number,
    company: party.company,
    sender: party.sender,
    to_person: party.toPerson,
  };
  const { id } = await db
    .insertInto('fax_party')
    .values(values)
    .onConflict((c) =>
      c
        .columns(['account_id', 'number', 'company', 'sender', 'to_person'])
        .doUpdateSet({ company: party.company }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function defaultBrand(db: Db): Promise<number> {
  const known = await db.selectFrom('brand').select('id').where('is_default', '=', true).executeTakeFirst();
  return known?.id ?? (await makeBrand(db, { isDefault: true }));
}

const hashes = new Map<string, string>();

/** Hashing is deliberately slow, so a test file hashes each password only once. */
async function hashed(password: string): Promise<string> {
  const known = hashes.get(password);
  if (known) return known;
  const outcome = await hashPassword(password);
  if (outcome.kind !== 'ok') throw new Error('too many passwords are being hashed');
  hashes.set(password, outcome.hash);
  return outcome.hash;
}
