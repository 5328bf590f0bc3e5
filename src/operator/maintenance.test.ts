import { describe, expect, it } from 'vitest';

import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { noteRunning } from '#server/composition/pid-file.ts';
import { startOperator } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;

startOperator((made) => (rig = made));

describe('upkeep', () => {
  it('[A-AUDIT-01] audit verify says how many rows there are, and ends with 1 when one is gone', async () => {
    await rig.json(['number', 'add', '--area', '212', '2125550177']);
    const found = await rig.json<{ ok: boolean; rows: number }>(['audit', 'verify']);
    expect(found).toEqual({ ok: true, rows: expect.any(Number) });
    expect(found.rows).toBeGreaterThan(0);
    await rig.database.pool.query('delete from audit where chain_no = (select max(chain_no) from audit)');
    const broken = await rig.run(['audit', 'verify', '--json']);
    expect(broken.status).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      ok: false,
      reason: `Rows ${found.rows} to ${found.rows} are missing.`,
    });
    await rig.database.pool.query(`update audit set chain_no = null, hash = null;
      update audit_chain set base_no = 0, base_hash = '', last_no = 0, last_hash = '', mac = null`);
  });

  it('a backup to nowhere ends with 1 and a sentence', async () => {
    expect(await rig.failure(['backup', '/nonexistent/x.tar', '--json'], 1)).toBe(
      'The backup cannot be written to /nonexistent/x.tar: there is no such folder.\n',
    );
  });

  it('reminds of the first backup, and misses it when some days are over', async () => {
    const { checks: young } = await rig.json<{ checks: { name: string; ok: boolean; remedy?: string }[] }>([
      'doctor',
    ]);
    expect(young.find(({ name }) => name === 'backup')).toMatchObject({
      ok: true,
      remedy: expect.stringContaining('f2e backup') as string,
    });
    await rig.database.pool.query(`update schema_migration set applied_at = applied_at - interval '9 days'`);
    const { status, stdout } = await rig.run(['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; remedy: string }[] };
    const missed = checks.filter((check) => !check.ok);
    expect([status, missed.map(({ name }) => name)]).toEqual([1, ['backup']]);
    expect(missed[0]?.remedy).toContain('f2e backup');
    await rig.json(['backup', join(rig.folder, 'first.tar')]);
  });

  it('finds a healthy installation healthy, and names what is not', async () => {
    const add = ['account', 'add', '--brand', '1', '--number', '2125550161', '--email', 'a@example.com'];
    const { uid } = await rig.json<{ uid: string }>([...add, '--password-stdin'], PASSWORD);
    const doctor = await rig.json<{ ok: boolean; checks: { name: string }[] }>(['doctor']);
    expect(doctor.ok).toBe(true);
    for (const check of doctor.checks) {
      expect(check).toEqual({
        name: expect.any(String),
        ok: true,
        message: expect.any(String),
        remedy: expect.any(String),
      });
    }
    expect(doctor.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'database',
        'migrations',
        'file store',
        'sandbox',
        'converters',
        'virus scanner',
        'lines',
        'disk space',
        'documents',
        'mail certificate',
        'clock',
        'fonts',
        'counters',
      ]),
    );
    await chmod(join(rig.folder, 'keys/master.key'), 0o444);
    await rig.database.pool.query('insert into folder_counter values ($1, 1, 1, 1)', [uid]);
    const ill = await rig.run(['doctor', '--json']);
    expect(ill.status).toBe(1);
    const { ok, checks } = JSON.parse(ill.stdout) as { ok: boolean; checks: { name: string; ok: boolean }[] };
    expect(ok).toBe(false);
    expect(checks.filter((check) => !check.ok).map(({ name }) => name)).toEqual(['master key', 'counters']);
  });

  it('tells what runs and which schema changes were applied', async () => {
    expect(await rig.json(['status'])).toMatchObject({
      running: 'no',
      accounts: { active: 1 },
      queues: expect.any(Array),
    });
    const noteGone = await noteRunning(rig.folder);
    expect(await rig.json(['status'])).toMatchObject({ running: 'yes' });
    expect((await rig.run(['status'])).stdout).toMatch(
      new RegExp(`yes \\(process ${process.pid}\\), but nothing answers at \\S+:\\d+`, 'u'),
    );
    await noteGone();
    const { applied } = await rig.json<{ applied: string[] }>(['migrate', 'status']);
    const files = await readdir(join(import.meta.dirname, '../engine/database/migrations'));
    expect(applied).toEqual(files.toSorted());
    expect(await rig.json(['migrate'])).toEqual({ applied: [] });
  });
});

describe('a wrong command', () => {
  it.each([
    ['', 'Name a command'],
    ['nonsense', 'Unknown command'],
    ['brand', 'Name a command'],
    ['brand nonsense', 'Unknown command'],
    ['brand add Name', '--domain'],
    ['brand add Name --domain a.example --unknown', '--unknown'],
    ['account show one', 'An id is a whole number'],
    ['account add --brand 1 --email a@example.com', 'Name one of'],
    ['number add 2125550101', 'Name one of'],
    ['line add --kind pigeon', 'Allowed choices are hylafax, sip, telnyx, sinch, documo, simulator'],
    ['migrate sideways', 'up or status'],
  ])('“f2e %s” ends with 2 and one sentence', async (line, sentence) => {
    expect(await rig.failure(line.split(' ').filter(Boolean), 2)).toContain(sentence);
  });

  it('ends with 0 when help is asked for', async () => {
    const { status, stdout } = await rig.run(['--help']);
    expect(status).toBe(0);
    for (const noun of [
      'brand',
      'account',
      'number',
      'line',
      'fax',
      'job',
      'doctor',
      'migrate',
      'status',
      'audit',
    ]) {
      expect(stdout).toContain(`  ${noun}`);
    }
  });
});

describe('a command that fails', () => {
  it('ends with 1 and says why, without a stack', async () => {
    expect(await rig.failure(['account', 'show', '99'], 1)).toBe('There is no account 99.\n');
    const add = ['account', 'add', '--brand', '9', '--area', '212', '--email', 'a@example.com'];
    expect(await rig.failure(add, 1)).toContain('no brand 9');
    const weak = ['account', 'reset-password', '1', '--password-stdin'];
    expect(await rig.failure(weak, 1, 'short')).toContain('8 to 32 characters');
    const setting = await rig.run(['brand', 'list'], { env: { F2E_NONSENSE: '1' } });
    expect([setting.status, setting.stderr]).toEqual([
      1,
      expect.stringMatching(/^F2E_NONSENSE is not a setting of f2e\.\nEvery setting is in/u),
    ]);
    const down = await rig.run(['brand', 'list'], {
      env: { F2E_DATABASE_URL: 'postgres://f2e@127.0.0.1:1/f2e' },
    });
    expect(down.status).toBe(1);
    expect(down.stderr).toMatch(/^The database cannot be reached.*\n$/u);
  }, 60_000);
});

it('works with nothing running: it starts the embedded database for its own duration', async () => {
  const data = await mkdtemp(join(tmpdir(), 'f2e-alone-'));
  const env = { F2E_DATA: data, F2E_DATABASE_URL: 'embedded' };
  const added = await rig.run(['brand', 'add', 'Acme', '--domain', 'a.example', '--json'], { env });
  expect([added.status, added.stderr]).toEqual([0, '']);
  const [one, two] = await Promise.all([
    rig.run(['brand', 'list'], { env }),
    rig.run(['brand', 'list', '--json'], { env }),
  ]);
  expect(one.stdout).toContain('a.example');
  expect(JSON.parse(two.stdout)).toMatchObject({ brands: [{ hid: '1' }, { hid: '2' }] });
  expect(await readdir(join(data, 'database/cluster'))).not.toContain('postmaster.pid');
  await rm(data, { recursive: true, force: true });
}, 60_000);
