import { afterAll, beforeAll, beforeEach } from 'vitest';

import { verifyPassword } from '#engine/secrets/passwords.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import type {
  AccountChange,
  Accounts,
  StoredAccount,
} from '#server/features/customers/accounts/accounts.service.ts';

import { makeBrand } from './factories.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** The service of accounts over a database with only one brand, reset for each test of a file. */
export interface AccountsRig {
  readonly database: TestDatabase;
  readonly accounts: Accounts;
  readonly brandId: number;
  rows(text: string): Promise<unknown[]>;
  /** Returns the result of checking a password against the stored one. */
  passwordIs(id: number, password: string): Promise<string>;
}

/** Starts the rig with the tests of a file and ends it with them. @param lang language of the brand */
export function useAccountsRig(lang = 'en'): AccountsRig {
  let database: TestDatabase;
  let accounts: Accounts;
  let brandId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    accounts = createAccounts({ database, node: 'n7', zone: 'America/Chicago' });
  });
  beforeEach(async () => {
    await database.pool.query('truncate brand, audit, session, number, token restart identity cascade');
    brandId = await makeBrand(database.db, { isDefault: true });
    await database.pool.query('update brand set lang = $1', [lang]);
  });
  afterAll(async () => await database.drop());
  return {
    get database() {
      return database;
    },
    get accounts() {
      return accounts;
    },
    get brandId() {
      return brandId;
    },
    rows: async (text) => (await database.pool.query(text)).rows,
    passwordIs: async (id, password) => {
      const sql = 'select password_hash from account where id = $1';
      const { rows } = await database.pool.query<{ password_hash: string | null }>(sql, [id]);
      return (await verifyPassword(rows[0]?.password_hash ?? null, password)).kind;
    },
  };
}

/** Returns the account of a successful change. @throws the reason of a refusal */
export function accepted(change: AccountChange): StoredAccount {
  if (change.kind === 'refused') throw new Error(change.reason);
  return change.account;
}
