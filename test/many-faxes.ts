import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';

import type { Db } from '#engine/database/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount, makeDocument } from './factories.ts';
import type { FaxValues } from './factories.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Adds faxes with as few statements as for one; returns their ids in the given order. All share one document without
 * pages.
 */
export async function makeFaxes(
  db: Db,
  account: AccountId,
  faxes: readonly Omit<FaxValues, 'documentId'>[],
): Promise<number[]> {
  if (faxes.length === 0) return [];
  const documentId = await makeDocument(db, account);
  const parties = faxes.map((fax) => ({
    account_id: account,
    number: fax.number ?? '3105550111',
    company: fax.company ?? '',
    sender: fax.sender ?? '',
    to_person: fax.toPerson ?? '',
  }));
  await db
    .insertInto('fax_party')
    .values(parties)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await db.selectFrom('fax_party').selectAll().where('account_id', '=', account).execute();
  const names = ['number', 'company', 'sender', 'to_person'] as const;
  const partyOf = new Map(known.map((party) => [JSON.stringify(names.map((name) => party[name])), party]));
  const filed = parties.map((party) => partyOf.get(JSON.stringify(names.map((name) => party[name]))));
  const rows = await db
    .insertInto('fax')
    .values(
      faxes.map((fax, index) => ({
        account_id: account,
        document_id: documentId,
        path_key: newPathKey(),
        action: fax.action ?? 'R',
        fax_at: fax.at ?? sql<Date>`clock_timestamp()`,
        party_id: filed[index]?.id ?? 0,
        other_number: parties[index]?.number ?? '',
        company: filed[index]?.contact_company || (parties[index]?.company ?? ''),
        pages: fax.pages ?? 1,
        bytes: fax.bytes ?? 1000,
        is_new: fax.isNew ?? (fax.action ?? 'R') === 'R',
        archived: fax.archived ?? false,
        outbox: fax.outbox ?? false,
        status: fax.status ?? 'OK',
        deleted_at: fax.deleted ? new Date() : null,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes an account's faxes, with their parties and documents. */
export async function removeFaxes(db: Db, account: AccountId): Promise<void> {
  for (const table of ['send_job', 'fax', 'fax_party', 'document'] as const)
    await db.deleteFrom(table).where('account_id', '=', account).execute();
}

/** Creates a database with an account for the laws of a file, and reads the names of all zones. */
export function startFaxLaws(
  take: (world: { test: TestDatabase; account: AccountId; zones: string[] }) => void,
): void {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    const { id: account } = await makeAccount(test.db);
    const zones = await test.db.selectFrom('timezone').select('system_name').execute();
    take({ test, account, zones: zones.map((zone) => zone.system_name) });
  });
  afterAll(async () => await test.drop());
}

/** Replaces the faxes of the account by these, and moves it to this zone. Returns the ids. */
export async function refill(
  { db }: TestDatabase,
  account: AccountId,
  faxes: Parameters<typeof makeFaxes>[2],
  zone: string,
): Promise<number[]> {
  await sql`update account_settings set timezone_id = (select id from timezone where system_name = ${zone})`.execute(
    db,
  );
  await removeFaxes(db, account);
  return await makeFaxes(db, account, faxes);
}
