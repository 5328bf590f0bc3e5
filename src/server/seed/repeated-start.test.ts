import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { passwordFault } from '#contract/kit/password-rules.ts';
import { verifyPassword } from '#engine/secrets/passwords.ts';
import { COUNTS, createDemonstrationRig, useDocumentEngine } from '#test/demonstration-rig.ts';
import type { DemonstrationRig } from '#test/demonstration-rig.ts';

import { DemonstrationRefusal, prepareInstallation } from './demonstration.service.ts';

const PASSWORD = 'Right-horse-7';

useDocumentEngine();

async function createRig(): Promise<DemonstrationRig> {
  const rig = await createDemonstrationRig();
  onTestFinished(rig.close);
  return rig;
}

describe('the demonstration', () => {
  it('is made once: asked for again it adds nothing, and a deleted fax stays deleted', async () => {
    const { deps, rows, database } = await createRig();
    await prepareInstallation(deps, { demo: true, password: PASSWORD });
    const [before] = await rows(COUNTS);
    await database.pool.query('update fax set deleted_at = now()');
    await prepareInstallation(deps, { demo: true, password: 'Other-horse-8' });
    await prepareInstallation(deps, { demo: undefined, password: '' });
    expect(await rows(COUNTS)).toEqual([before]);
    expect(await readFile(join(deps.dataDir, 'demo-credentials.txt'), 'utf8')).not.toContain('Other');
  });

  it('goes on where a killed start stopped, with the same password', async () => {
    const { deps, rows, announced } = await createRig();
    let left = 2;
    const dying = {
      ...deps.accounts,
      addAccount: async (...input: Parameters<typeof deps.accounts.addAccount>) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return await deps.accounts.addAccount(...input);
      },
    };
    const input = { demo: undefined, password: '' };
    await expect(prepareInstallation({ ...deps, accounts: dying }, input)).rejects.toThrow('killed');
    await prepareInstallation(deps, input);
    expect(await rows(COUNTS)).toMatchObject([{ accounts: 7, parents: 1, used: 4 }]);
    const [, password = ''] = /Password of all of them: (.+)\n/u.exec(announced.join('')) ?? [];
    expect(announced).toHaveLength(1);
    const hashes = await rows<{ password_hash: string }>(
      'select password_hash from account where fax_number is not null',
    );
    for (const { password_hash } of hashes)
      expect((await verifyPassword(password_hash, password)).kind).toBe('right');
  });

  it('made by two processes at once is made once', async () => {
    const { deps, rows } = await createRig();
    const input = { demo: true, password: PASSWORD };
    await Promise.all([prepareInstallation(deps, input), prepareInstallation(deps, input)]);
    const again = await createRig();
    await prepareInstallation(again.deps, input);
    expect(await rows(COUNTS)).toEqual(await again.rows(COUNTS));
  });
});

describe('without the demonstration asked for', () => {
  it('an empty installation gets the demonstration with a random password, shown once', async () => {
    const { deps, announced, rows } = await createRig();
    await prepareInstallation(deps, { demo: undefined, password: '' });
    const [, password = ''] = /Password of all of them: (.+)\n/u.exec(announced.join('')) ?? [];
    expect(passwordFault(password)).toBeNull();
    expect(announced.join('')).toContain('2125550100');
    expect(await readFile(join(deps.dataDir, 'demo-credentials.txt'), 'utf8')).toContain(
      `admin ${password}\n`,
    );
    expect(JSON.stringify(await rows('select * from audit'))).not.toContain(password);
  });

  it('an installation that is used gets nothing', async () => {
    const { deps, rows } = await createRig();
    const brand = await deps.brands.ensureDefaultBrand();
    await deps.accounts.addAccount({
      brandId: brand.id,
      number: { number: '2125550142' },
      email: 'a@example.com',
    });
    await prepareInstallation(deps, { demo: undefined, password: '' });
    expect(await rows(COUNTS)).toMatchObject([{ accounts: 1, faxes: 0, parents: 0 }]);
  });
});

it('F2E_DEMO=0 makes the default brand and nothing else', async () => {
  const { deps, rows } = await createRig();
  await prepareInstallation(deps, { demo: false, password: '' });
  expect(await rows('select name, is_default from brand')).toEqual([
    { name: 'Fax-to-Email', is_default: true },
  ]);
  expect(await rows(COUNTS)).toMatchObject([{ accounts: 0, faxes: 0, numbers: 0 }]);
});

it('a password that breaks the rules stops the start before anything is made', async () => {
  const { deps, rows } = await createRig();
  await expect(prepareInstallation(deps, { demo: true, password: 'weak' })).rejects.toThrow(
    DemonstrationRefusal,
  );
  expect(await rows(COUNTS)).toMatchObject([{ accounts: 0 }]);
});
