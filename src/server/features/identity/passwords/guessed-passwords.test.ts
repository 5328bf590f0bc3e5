import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { clampedLength } from '#contract/kit/password-rules.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';
import { PASSWORD, makeAccount } from '#test/factories.ts';
import { makeManagedAccount, makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import { mailResetLink } from './forgot-password.ts';
import { oddRules } from './password.service.ts';
import { findAccountSubject } from './password.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
  await test.database.pool.query('update brand set password_min = 8, password_max = 32');
});

async function change(number: string, next: string, password = PASSWORD) {
  const { headers, cookies } = await test.signIn(number, password);
  const payload = { current: password, new: next, confirm: next };
  return await test.app.inject({
    method: 'PUT',
    url: '/api/n1/rrad/f2e/Password.json',
    headers,
    cookies,
    payload,
  });
}

/** Returns the token of a reset mail, from the mail content that only the recipient sees. */
async function resetToken(id: number): Promise<string> {
  let path = '';
  await test.database.transaction(async (tx) => {
    const subject = await findAccountSubject(tx, { id });
    if (!subject) throw new Error('no account');
    await mailResetLink(
      tx,
      async (_, mail) => {
        path = mail.path ?? '';
      },
      subject,
    );
  });
  return new URL(path, 'http://x').searchParams.get('token') ?? '';
}

async function reset(token: string, password: string) {
  const payload = { new_password: password, domain: '', token };
  return await test.app.inject({ method: 'POST', url: '/api/faxui/resetPassword.json', payload });
}

describe('a password that holds what everybody knows', () => {
  it('[A-AUTH-20] the fax number or the brand is refused with the reason, wherever a password is set', async () => {
    const { db } = test.database;
    const { id, number } = await makeAccount(db);
    const dashed = `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`;
    const guessed = [
      [`F2e-${number}!`, 'PASSWORD_HAS_NUMBER', 'fax number'],
      [`aZ(${dashed})`, 'PASSWORD_HAS_NUMBER', 'fax number'],
      ['Fax-to-Email-1', 'PASSWORD_HAS_NAME', 'Fax-to-Email'],
      ['1!fAX.TO_eMAIL', 'PASSWORD_HAS_NAME', 'Fax-to-Email'],
    ] as const;
    for (const [password, field, said] of guessed) {
      const refused = await change(number, password);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        412,
        { error: 'PASSWORD_RULES', key_message: 'PASSWORD_RULES', fields: { new: field } },
      ]);
      expect(refused.json<{ message: string }>().message).toContain(said);
      const linked = await reset(await resetToken(id), password);
      expect([linked.statusCode, linked.json()]).toMatchObject([
        400,
        { error: 'PASSWORD_RULES', fields: { new_password: field } },
      ]);
      expect(linked.json<{ message: string }>().message).toContain(said);
    }
    expect((await change(number, 'Other-horse-8')).statusCode).toBe(200);

    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    const { headers, cookies } = await administratorLogin(test, parent.username);
    const payload = {
      id: String(child.id),
      faxnumber: child.number,
      email: '',
      password: `x-${child.number}A`,
    };
    const byAdministrator = await test.app.inject({
      method: 'POST',
      url: '/api/faxui/changeService.json',
      headers,
      cookies,
      payload,
    });
    expect([byAdministrator.statusCode, byAdministrator.json()]).toMatchObject([
      400,
      { error: 'PASSWORD_RULES', fields: { password: 'PASSWORD_HAS_NUMBER' } },
    ]);

    const accounts = createAccounts({ database: test.database, node: 'n1', zone: 'UTC' });
    expect(await accounts.resetPassword(id, `aA-${number}`)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(number),
    });
    const parents = createAdministrators({ database: test.database, node: 'n1' });
    expect(await parents.set(parent.id, { password: `Aa1-${parent.username}-` })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(parent.username),
    });
    expect((await test.signIn(child.number)).cookies).toBeDefined();
  });
});

describe('bounds of a brand', () => {
  it('[A-RULES-04] below 8, above 128 and crossed ones are refused with a sentence, and clamped where they are stored', async () => {
    const brands = createBrands({ database: test.database });
    const { id: brandId } = (await brands.listBrands())[0] ?? { id: 0 };
    for (const [values, said] of [
      [{ password_min: '0' }, 'below 8'],
      [{ password_min: '7' }, 'below 8'],
      [{ password_max: '5' }, 'below 8'],
      [{ password_max: '1000000' }, 'number'],
      [{ password_max: '129' }, 'above 128'],
      [{ password_min: '20', password_max: '10' }, 'above password_max'],
      [{ password_min: '33' }, 'above password_max'],
    ] as const)
      expect(await brands.setBrand(brandId, values)).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(said),
      });
    const { id, number } = await makeAccount(test.database.db);
    const rules = async () =>
      (await test.app.inject({ method: 'GET', url: '/api/faxui/passwordRules.json?fax_domain=' })).json<{
        PasswordMin: number;
        PasswordMax: number;
      }>();
    for (const [stored, counts] of [
      [
        [0, 5],
        [8, 32],
      ],
      [
        [30, 10],
        [30, 32],
      ],
      [
        [6, 1_000_000],
        [8, 128],
      ],
      [
        [500, 600],
        [128, 128],
      ],
    ] as const) {
      await test.database.pool.query('update brand set password_min = $1, password_max = $2', [...stored]);
      const { PasswordMin: min, PasswordMax: max } = await rules();
      expect([min, max]).toEqual(counts);
      expect(await oddRules(test.database.db)).toEqual([
        expect.objectContaining({
          brandId,
          ignored: [expect.stringContaining(`count as ${min} and ${max}`)],
        }),
      ]);
      for (const length of [min - 1, max + 1]) {
        const refused = await reset(await resetToken(id), passwordOf(length));
        expect([refused.statusCode, refused.json()]).toMatchObject([
          400,
          { error: 'PASSWORD_RULES', fields: { new_password: 'PASSWORD_LENGTH' } },
        ]);
      }
      expect((await reset(await resetToken(id), passwordOf(min))).statusCode).toBe(200);
      await test.signIn(number, passwordOf(min));
      // Other settings of the brand can still be changed.
      expect(await brands.setBrand(brandId, { color: '#123456' })).toMatchObject({ kind: 'ok' });
    }
  });

  it('that are in order stay as they are', () => {
    for (const bounds of [
      { min: 8, max: 32 },
      { min: 12, max: 128 },
      { min: 8, max: 8 },
    ])
      expect(clampedLength(bounds)).toEqual(bounds);
  });
});

/** Returns a password of this length that meets every rule. */
function passwordOf(length: number): string {
  return 'aB3-'.repeat(64).slice(0, length);
}
