import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { verifyPassword } from '#engine/secrets/passwords.ts';
import { PASSWORD, makeBrand } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createAccounts } from './accounts.service.ts';
import type { AccountChange, Accounts, StoredAccount } from './accounts.service.ts';

let database: TestDatabase;
let accounts: Accounts;
let brandId: number;

function accepted(change: AccountChange): StoredAccount {
  if (change.kind === 'refused') throw new Error(change.reason);
  return change.account;
}

async function rows(text: string): Promise<unknown[]> {
  return (await database.pool.query(text)).rows;
}

async function passwordIs(id: number, password: string): Promise<string> {
  const { rows: found } = await database.pool.query<{ password_hash: string | null }>(
    'select password_hash from account where id = $1',
    [id],
  );
  return (await verifyPassword(found[0]?.password_hash ?? null, password)).kind;
}

beforeAll(async () => {
  database = await createTestDatabase();
  accounts = createAccounts({ database, node: 'n7', zone: 'America/Chicago' });
});

beforeEach(async () => {
  await database.pool.query('truncate brand, audit, session, number, token restart identity cascade');
  brandId = await makeBrand(database.db, { isDefault: true });
});

afterAll(async () => {
  await database.drop();
});

describe('an account', () => {
  it('is suspended and resumed; its sessions end, other accounts go on', async () => {
    const [one, two] = await Promise.all(
      ['2125550142', '2125550143'].map(async (number) =>
        accepted(
          await accounts.addAccount({
            brandId,
            number: { number },
            email: 'a@example.com',
            password: PASSWORD,
          }),
        ),
      ),
    );
    for (const id of [one?.id ?? 0, two?.id ?? 0]) {
      await database.pool.query(
        `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
         values (sha256($1::bigint::text::bytea), 'user', $1::bigint, 1, 60, now() + interval '1 hour')`,
        [id],
      );
    }
    expect(accepted(await accounts.suspend(one?.id ?? 0)).state).toBe('suspended');
    expect(await rows('select subject_id from session where revoked_at is null')).toEqual([
      { subject_id: two?.id },
    ]);
    expect(await accounts.suspend(one?.id ?? 0)).toMatchObject({ kind: 'refused' });
    expect(accepted(await accounts.resume(one?.id ?? 0)).state).toBe('active');
    expect(await accounts.resume(one?.id ?? 0)).toMatchObject({
      reason: expect.stringContaining('not suspended'),
    });
    expect(await accounts.suspend(999)).toEqual({ kind: 'refused', reason: 'There is no account 999.' });
  });

  it('gets a new password, which ends its sessions; a closed one gets none', async () => {
    const { id } = accepted(
      await accounts.addAccount({
        brandId,
        number: { number: '2125550142' },
        email: 'a@example.com',
        password: PASSWORD,
      }),
    );
    await database.pool.query(
      `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
       values ('\\x01', 'user', $1, 1, 60, now() + interval '1 hour')`,
      [id],
    );
    accepted(await accounts.resetPassword(id, 'Other-horse-8'));
    expect(await passwordIs(id, 'Other-horse-8')).toBe('right');
    expect(await passwordIs(id, PASSWORD)).toBe('wrong');
    expect(await rows('select id_hash from session where revoked_at is null')).toEqual([]);
    expect(await accounts.resetPassword(id, 'short')).toMatchObject({ kind: 'refused' });
    await database.pool.query(`update account set state = 'closed'`);
    expect(await accounts.resetPassword(id, PASSWORD)).toMatchObject({ kind: 'refused' });
  });

  it('is found by id, number and brand', async () => {
    const account = accepted(
      await accounts.addAccount({ brandId, number: { number: '2125550142' }, email: 'a@example.com' }),
    );
    expect(await accounts.findAccount(account.id)).toEqual(account);
    expect(await accounts.findByNumber('2125550142')).toEqual(account);
    expect(await accounts.listAccounts(brandId)).toEqual([account]);
    expect(await accounts.listAccounts(brandId + 1)).toEqual([]);
    expect(await accounts.findByNumber('2125550199')).toBeUndefined();
  });
});
