import { describe, expect, it } from 'vitest';

import { verifyPassword } from '#engine/secrets/passwords.ts';
import { startOperator } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;

startOperator((made) => (rig = made));

describe('brands and accounts', () => {
  it('are added, changed and listed in the fixed shapes', async () => {
    const brand = await rig.json([
      'brand',
      'add',
      'Acme Fax',
      '--domain',
      'fax.acme.example',
      '--title',
      'Acme',
      '--egnyte',
    ]);
    expect(brand).toMatchObject({
      hid: '2',
      name: 'Acme Fax',
      domains: ['fax.acme.example'],
      isEgnyte: true,
    });
    const set = await rig.json(['brand', 'set', '2', 'origin=https://fax.acme.example', 'title=Acme Mail']);
    expect(set).toMatchObject({ hid: '2', origin: 'https://fax.acme.example', title: 'Acme Mail' });
    const { brands } = await rig.json<{ brands: { hid: string }[] }>(['brand', 'list']);
    expect(brands.map(({ hid }) => hid)).toEqual(['1', '2']);

    const add = ['account', 'add', '--brand', '2', '--number', '(646) 555-0142', '--email', 'a@acme.example'];
    const more = ['--password-stdin', '--options', 'enterprisefax=yes', '--month-limit', '50', '--hipaa'];
    const account = await rig.json([...add, ...more], `${PASSWORD}\n`);
    expect(account).toMatchObject({
      uid: '1',
      faxnumber: '6465550142',
      hid: '2',
      state: 'active',
      options: 'enterprisefax=yes',
      monthLimit: 50,
      hipaa: true,
    });
    expect(await rig.json(['account', 'list', '--brand', '2'])).toEqual({ accounts: [account] });
    expect(await rig.json(['account', 'show', '1'])).toEqual(account);
    await rig.json([
      'product',
      'add',
      '--brand',
      '2',
      '--code',
      'small',
      '--type',
      'local',
      '--name',
      'Small',
    ]);
    const values = ['international=yes', 'station-id=ACME', 'product=small', 'day-calls=7', 'per-number=2'];
    await rig.json(['account', 'set', '1', ...values]);
    expect(await rig.json(['account', 'show', '1'])).toEqual({
      ...(account as object),
      international: true,
      stationId: 'ACME',
      product: 'small',
      dayCalls: 7,
      dayPerNumber: 2,
    });
    expect((await rig.run(['account', 'show', '1'])).stdout).toMatch(/^stationId +ACME$/mu);
    expect(await rig.json(['account', 'suspend', '1'])).toMatchObject({ state: 'suspended' });
    expect(await rig.json(['account', 'resume', '1'])).toMatchObject({ state: 'active' });
    await rig.json(['account', 'reset-password', '1', '--password-stdin'], 'Other-horse-8\n');
    const { rows } = await rig.database.pool.query<{ password_hash: string }>(
      'select password_hash from account',
    );
    expect((await verifyPassword(rows[0]?.password_hash ?? null, 'Other-horse-8')).kind).toBe('right');
  });

  it('print a table for people', async () => {
    const { stdout } = await rig.run(['account', 'list']);
    const [heading = '', first = ''] = stdout.split('\n');
    expect(heading).toMatch(/^uid +faxnumber +hid +email +state/u);
    expect(first).toMatch(/^1 +6465550142 +2 +a@acme\.example +active/u);
  });

  it('take numbers from the pool', async () => {
    const add = ['number', 'add', '--area', '415', '415-555-0101', '4155550102'];
    expect(await rig.json(add)).toEqual({ added: ['4155550101', '4155550102'], skipped: [] });
    expect(await rig.json(add)).toEqual({ added: [], skipped: ['4155550101', '4155550102'] });
    expect(await rig.json(['number', 'add', '--tollfree', '8005550101'])).toEqual({
      added: ['8005550101'],
      skipped: [],
    });
    const account = await rig.json([
      'account',
      'add',
      '--brand',
      '1',
      '--area',
      '415',
      '--email',
      'b@example.com',
    ]);
    expect(account).toMatchObject({ faxnumber: '4155550101', state: 'pending', hasPassword: false });
  });

  it('are erased with a report once they are closed; a trial changes nothing', async () => {
    const add = ['account', 'add', '--brand', '1', '--number', '6465550661', '--email', 'gone@example.com'];
    const { uid } = await rig.json<{ uid: string }>([...add, '--password-stdin'], `${PASSWORD}\n`);
    const erase = ['account', 'erase', uid, '--reason', 'request 7'];
    expect(await rig.failure(erase, 1)).toContain('Close it first');
    await rig.json(['account', 'close', uid]);
    const report = { uid, reason: 'request 7', files: 0, removed: { account_settings: 1 } };
    expect(await rig.json([...erase, '--dry-run'])).toMatchObject({ dryRun: true, ...report });
    expect(await rig.json(['account', 'show', uid])).toMatchObject({ email: 'gone@example.com' });
    expect(await rig.json(erase)).toMatchObject(report);
    expect(await rig.json(['account', 'show', uid])).toMatchObject({ email: '', state: 'closed' });
    expect(await rig.failure(erase, 1)).toContain('was erased on');
    expect(await rig.json(['audit', 'verify'])).toMatchObject({ ok: true });
  });
});
