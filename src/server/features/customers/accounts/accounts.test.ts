import { describe, expect, it } from 'vitest';

import type { NewMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { accepted, useAccountsRig } from '#test/accounts-rig.ts';

import { createAccounts } from './accounts.service.ts';

const PASSWORD = 'Right-horse-7';
const rig = useAccountsRig('fr');

describe('adding an account', () => {
  const input = { number: { number: '(212) 555-0142' }, email: 'a@example.com' };

  it('with a password makes it active at once, with number, node, language and zone', async () => {
    const account = accepted(
      await rig.accounts.addAccount({
        ...input,
        brandId: rig.brandId,
        password: PASSWORD,
        options: 'enterprisefax=yes',
        monthLimit: 0,
        hipaa: true,
        tour: 1,
      }),
    );
    expect(account).toMatchObject({
      faxNumber: '2125550142',
      state: 'active',
      options: 'enterprisefax=yes',
      monthLimit: 0,
      hipaa: true,
      hasPassword: true,
    });
    expect(await rig.passwordIs(account.id, PASSWORD)).toBe('right');
    expect(await rig.rows('select node, email_verified_at is not null as verified from account')).toEqual([
      { node: 'n7', verified: true },
    ]);
    expect(
      await rig.rows(
        'select language, tour, system_name from account_settings s join timezone t on t.id = s.timezone_id',
      ),
    ).toEqual([{ language: 'fr', tour: 1, system_name: 'America/Chicago' }]);
    expect(await rig.rows('select digits, kind, area_code, state, account_id from number')).toEqual([
      { digits: '2125550142', kind: 'local', area_code: '212', state: 'assigned', account_id: account.id },
    ]);
  });

  it('leaves an audit row of the operator that holds no password', async () => {
    const { id } = accepted(
      await rig.accounts.addAccount({ ...input, brandId: rig.brandId, password: PASSWORD }),
    );
    await rig.accounts.resetPassword(id, 'Other-horse-8');
    const audit = await rig.rows('select actor_kind, action, object, account_id from audit order by id');
    expect(audit).toEqual([
      { actor_kind: 'operator', action: 'account.add', object: `account/${id}`, account_id: id },
      { actor_kind: 'operator', action: 'account.reset-password', object: `account/${id}`, account_id: id },
    ]);
    expect(JSON.stringify(await rig.rows('select * from audit'))).not.toMatch(/horse|argon/u);
  });

  it('without a password leaves it pending, and a password later activates it', async () => {
    const { id, state, hasPassword } = accepted(
      await rig.accounts.addAccount({ ...input, brandId: rig.brandId }),
    );
    expect([state, hasPassword]).toEqual(['pending', false]);
    expect(accepted(await rig.accounts.resetPassword(id, PASSWORD)).state).toBe('active');
  });

  it('without a password mails its owner the way to one; with a password nobody is written to', async () => {
    const mails: NewMail[] = [];
    const writing = createAccounts({
      database: rig.database,
      node: 'n7',
      zone: 'America/Chicago',
      queueMail: async (_tx, mail) => {
        mails.push(mail);
      },
    });
    accepted(
      await writing.addAccount({
        ...input,
        number: { number: '2125550149' },
        brandId: rig.brandId,
        password: PASSWORD,
      }),
    );
    expect(mails).toEqual([]);
    accepted(await writing.addAccount({ ...input, brandId: rig.brandId }));
    expect(mails).toEqual([
      expect.objectContaining({
        template: 'verify-account',
        brandId: rig.brandId,
        to: 'a@example.com',
        language: 'fr',
      }),
    ]);
    expect(mails[0]?.path).toMatch(/^\/verify\?id=\d+&key=[\w-]{43}$/u);
    expect(await rig.rows('select purpose, subject_id is not null as known from token')).toEqual([
      { purpose: 'verify', known: true },
    ]);
  });

  it('that waits for a ported number stays pending also with a password', async () => {
    const account = accepted(
      await rig.accounts.addAccount({
        brandId: rig.brandId,
        email: 'a@example.com',
        pendingNumber: '2125550190',
        password: PASSWORD,
      }),
    );
    expect(account).toMatchObject({ faxNumber: null, pendingNumber: '2125550190', state: 'pending' });
  });

  it('takes numbers from the pool, each once, also when many ask together', async () => {
    await rig.accounts.addNumbers({ areaCode: '415' }, ['4155550101', '4155550102', '4155550103']);
    await rig.accounts.addNumbers({ kind: 'tollfree' }, ['8005550101']);
    const made = await Promise.all(
      [1, 2, 3].map(
        async (n) =>
          await rig.accounts.addAccount({
            brandId: rig.brandId,
            number: { areaCode: '415' },
            email: `${n}@example.com`,
          }),
      ),
    );
    expect(made.map((change) => accepted(change).faxNumber ?? '').toSorted()).toEqual([
      '4155550101',
      '4155550102',
      '4155550103',
    ]);
    expect(
      await rig.accounts.addAccount({
        brandId: rig.brandId,
        number: { areaCode: '415' },
        email: 'x@example.com',
      }),
    ).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('No number is free in the area 415'),
    });
    const free = { brandId: rig.brandId, number: { kind: 'tollfree' as const }, email: 'x@example.com' };
    expect(accepted(await rig.accounts.addAccount(free)).faxNumber).toBe('8005550101');
  });

  it('is refused with a sentence, and then leaves nothing behind', async () => {
    accepted(await rig.accounts.addAccount({ ...input, brandId: rig.brandId }));
    const bad = [
      input,
      { ...input, number: { number: '1125550143' } },
      { ...input, number: { number: '5550143' } },
      { email: 'nobody' },
      { email: `${'a'.repeat(120)}@example.com` },
      { options: 'enterprisefax' },
      { monthLimit: -1 },
      { monthLimit: 1.5 },
      { password: 'short' },
      { password: 'lower-case-only-7' },
      { brandId: 99 },
    ];
    const fresh = { brandId: rig.brandId, number: { number: '2125550143' }, email: 'b@example.com' };
    for (const change of bad) {
      const outcome = await rig.accounts.addAccount({ ...fresh, ...change });
      expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/u) });
    }
    expect(await rig.accounts.listAccounts()).toHaveLength(1);
    expect(await rig.rows('select digits from number')).toEqual([{ digits: '2125550142' }]);
  });

  it('obeys the password length of the brand', async () => {
    await rig.database.pool.query('update brand set password_min = 15');
    expect(await rig.accounts.addAccount({ ...input, brandId: rig.brandId, password: PASSWORD })).toEqual({
      kind: 'refused',
      reason: 'A password has 15 to 32 characters.',
    });
  });
});
