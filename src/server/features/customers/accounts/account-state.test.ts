import { describe, expect, it } from 'vitest';

import { accepted, useAccountsRig } from '#test/accounts-rig.ts';
import { PASSWORD } from '#test/factories.ts';

const rig = useAccountsRig();

describe('an account', () => {
  it('is suspended and resumed; its sessions end, other accounts go on', async () => {
    const [one, two] = await Promise.all(
      ['2125550142', '2125550143'].map(async (number) =>
        accepted(
          await rig.accounts.addAccount({
            brandId: rig.brandId,
            number: { number },
            email: 'a@example.com',
            password: PASSWORD,
          }),
        ),
      ),
    );
    for (const id of [one?.id ?? 0, two?.id ?? 0]) {
      await rig.database.pool.query(
        `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
         values (sha256($1::bigint::text::bytea), 'user', $1::bigint, 1, 60, now() + interval '1 hour')`,
        [id],
      );
    }
    expect(accepted(await rig.accounts.suspend(one?.id ?? 0)).state).toBe('suspended');
    expect(await rig.rows('select subject_id from session where revoked_at is null')).toEqual([
      { subject_id: two?.id },
    ]);
    expect(await rig.accounts.suspend(one?.id ?? 0)).toMatchObject({ kind: 'refused' });
    expect(accepted(await rig.accounts.resume(one?.id ?? 0)).state).toBe('active');
    expect(await rig.accounts.resume(one?.id ?? 0)).toMatchObject({
      reason: expect.stringContaining('not suspended'),
    });
    expect(await rig.accounts.suspend(999)).toEqual({ kind: 'refused', reason: 'There is no account 999.' });
  });

  it('gets a new password, which ends its sessions; a closed one gets none', async () => {
    const { id } = accepted(
      await rig.accounts.addAccount({
        brandId: rig.brandId,
        number: { number: '2125550142' },
        email: 'a@example.com',
        password: PASSWORD,
      }),
    );
    await rig.database.pool.query(
      `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
       values ('\\x01', 'user', $1, 1, 60, now() + interval '1 hour')`,
      [id],
    );
    accepted(await rig.accounts.resetPassword(id, 'Other-horse-8'));
    expect(await rig.passwordIs(id, 'Other-horse-8')).toBe('right');
    expect(await rig.passwordIs(id, PASSWORD)).toBe('wrong');
    expect(await rig.rows('select id_hash from session where revoked_at is null')).toEqual([]);
    expect(await rig.accounts.resetPassword(id, 'short')).toMatchObject({ kind: 'refused' });
    await rig.database.pool.query(`update account set state = 'closed'`);
    expect(await rig.accounts.resetPassword(id, PASSWORD)).toMatchObject({ kind: 'refused' });
  });

  it('is found by id, number and brand', async () => {
    const account = accepted(
      await rig.accounts.addAccount({
        brandId: rig.brandId,
        number: { number: '2125550142' },
        email: 'a@example.com',
      }),
    );
    expect(await rig.accounts.findAccount(account.id)).toEqual(account);
    expect(await rig.accounts.findByNumber('2125550142')).toEqual(account);
    expect(await rig.accounts.listAccounts(rig.brandId)).toEqual([account]);
    expect(await rig.accounts.listAccounts(rig.brandId + 1)).toEqual([]);
    expect(await rig.accounts.findByNumber('2125550199')).toBeUndefined();
  });
});
