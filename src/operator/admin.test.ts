import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { firstValue } from '#test/first-value.ts';
import { makeFax } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import type { AccountId } from '#server/kit/scope.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;
let uid: string;

beforeAll(async () => {
  rig = await createOperatorRig();
  const add = ['account', 'add', '--brand', '1', '--number', '2125550161', '--email', 'a@example.com'];
  ({ uid } = await rig.json<{ uid: string }>([...add, '--password-stdin'], PASSWORD));
});

afterAll(async () => {
  await rig.close();
});

const one = firstValue(() => rig.database);

async function audited(action: string): Promise<number> {
  return await one('select count(*)::int from audit where action = $1', [action]);
}

async function makeJob(state: string, error: string | null): Promise<string> {
  const fax = await makeFax(rig.database.db, Number(uid) as AccountId, { action: 'S', status: 'FAILED' });
  return String(
    await one(
      `insert into send_job (account_id, fax_id, to_number, state, last_error, finished_at, dials)
       values ($1, $2, '3105550111', $3::text, $4, case when $3 in ('FAILED', 'UNCERTAIN') then now() end, 2) returning id`,
      [uid, fax.id, state, error],
    ),
  );
}

describe('faxes on their way', () => {
  it('a state that there is not is wrong usage, and no empty list', async () => {
    expect(await rig.failure(['job', 'list', '--state', 'STUCK'], 2)).toContain('A job is one of QUEUED,');
    expect(await rig.json(['job', 'list', '--state', 'sending'])).toEqual({ jobs: [] });
    expect(await rig.failure(['session', 'list', '999'], 1)).toBe('There is no account 999.\n');
  });

  it('show tells everything; a failed one is tried again, a waiting one at once', async () => {
    const job = await makeJob('FAILED', 'BUSY');
    const shown = await rig.json<{ state: string; calls: unknown[] }>(['job', 'show', job]);
    expect(shown).toMatchObject({ jobid: job, uid, state: 'FAILED', reason: 'BUSY', calls: [] });
    expect(await rig.json(['job', 'retry', job])).toMatchObject({ state: 'QUEUED', dials: 0, reason: null });
    expect(
      await one('select outbox from fax where id = (select fax_id from send_job where id = $1)', [job]),
    ).toBe(true);
    await rig.database.pool.query(
      `update send_job set state = 'WAITING', next_at = now() + interval '1 hour' where id = $1`,
      [job],
    );
    await rig.json(['job', 'retry', job]);
    expect(await one('select next_at <= now() from send_job where id = $1', [job])).toBe(true);
    expect(await rig.json(['job', 'cancel', job])).toMatchObject({ state: 'CANCELLED' });
    expect(await rig.failure(['job', 'cancel', job], 1)).toContain('has ended already');
    expect(await rig.failure(['job', 'show', '999999'], 1)).toContain('There is no job 999999');
    expect([await audited('job.retry'), await audited('job.cancel')]).toEqual([2, 1]);
  });

  it('release sends what a restore has held, and nothing else', async () => {
    const held = await makeJob('UNCERTAIN', 'HELD_AFTER_RESTORE');
    const uncertain = await makeJob('UNCERTAIN', 'UNCERTAIN');
    expect(await rig.failure(['job', 'release', uncertain], 1)).toContain('not held after a restore');
    expect(await rig.failure(['job', 'release'], 2)).toContain('--all');
    const tried = await rig.json(['job', 'release', held, '--dry-run']);
    expect(tried).toMatchObject({ dryRun: true, state: 'QUEUED' });
    expect(await one('select state from send_job where id = $1', [held])).toBe('UNCERTAIN');
    expect(await audited('job.release')).toBe(0);
    expect(await rig.json(['job', 'release', '--all'])).toEqual({
      jobs: [{ jobid: held, result: 'released' }],
    });
    expect(await one('select state from send_job where id = $1', [held])).toBe('QUEUED');
    expect(await one('select state from send_job where id = $1', [uncertain])).toBe('UNCERTAIN');
  });
});

describe('accounts and numbers', () => {
  it('set changes the fields that are named, and refuses others', async () => {
    const changed = await rig.json([
      'account',
      'set',
      uid,
      'month-limit=500',
      'hipaa=yes',
      'email=b@example.com',
    ]);
    expect(changed).toMatchObject({ monthLimit: 500, hipaa: true, email: 'b@example.com' });
    expect(await rig.json(['account', 'set', uid, 'month-limit='])).toMatchObject({ monthLimit: null });
    await rig.json(['account', 'set', uid, 'product=MF-LOCAL']);
    const { rows } = await rig.database.pool.query(
      'select p.code from account a join product p on p.id = a.product_id where a.id = $1',
      [uid],
    );
    expect(rows).toEqual([{ code: 'MF-LOCAL' }]);
    expect(await rig.failure(['account', 'set', uid, 'product=GOLD'], 1)).toContain('no product “GOLD”');
    expect(await rig.failure(['account', 'set', uid, 'colour=red'], 1)).toContain('“colour” cannot be set');
    expect(await rig.failure(['account', 'set', uid, 'email=nonsense'], 1)).toContain('not valid');
    expect(await rig.failure(['account', 'set', uid, 'month-limit'], 2)).toContain('month-limit=1000');
    expect(await audited('account.set')).toBe(3);
  });

  it('an account is moved to a node that is known', async () => {
    await rig.database.pool.query(`insert into node (name) values ('n2')`);
    expect(await rig.json(['account', 'move', uid, 'n2'])).toEqual({ uid, node: 'n2' });
    expect(await rig.failure(['account', 'move', uid, 'n9'], 1)).toContain('There is no node n9');
    const { nodes } = await rig.json<{ nodes: object[] }>(['node', 'list']);
    expect(nodes).toContainEqual(expect.objectContaining({ name: 'n2', state: 'up', accounts: 1 }));
    expect(await rig.json(['node', 'drain', 'n2'])).toEqual({ name: 'n2', state: 'drain' });
  });

  it('a closed account gives its number back after its rest, or earlier at a word', async () => {
    const add = ['account', 'add', '--brand', '1', '--number', '2125550162', '--email', 'c@example.com'];
    const { uid: other } = await rig.json<{ uid: string }>(add);
    expect(await rig.json(['account', 'close', other, '--dry-run'])).toMatchObject({
      dryRun: true,
      state: 'closed',
    });
    expect(await rig.failure(['number', 'release', '2125550162'], 1)).toContain('does not rest');
    expect(await rig.json(['account', 'close', other])).toMatchObject({ state: 'closed', faxnumber: null });
    expect(await rig.failure(['account', 'reopen', '999999'], 1)).toContain('There is no account 999999');
    const reopen = ['account', 'reopen', other];
    expect(await rig.json([...reopen, '--dry-run'])).toMatchObject({ dryRun: true, state: 'pending' });
    expect(await rig.json(reopen)).toMatchObject({ state: 'pending', faxnumber: '2125550162' });
    expect(await rig.failure(reopen, 1)).toContain('is not closed');
    expect(await audited('account.reopen')).toBe(1);
    await rig.json(['account', 'close', other]);
    const resting = await rig.json<{ numbers: object[] }>(['number', 'list', '--area', '212']);
    expect(resting.numbers).toContainEqual(
      expect.objectContaining({ number: '2125550162', state: 'quarantine' }),
    );
    expect(await rig.json(['number', 'release', '2125550162'])).toEqual({ number: '2125550162', uid: null });
    expect(await rig.failure(reopen, 1)).toContain('its number no longer rests');
    expect(await rig.failure(['number', 'assign', '2125550162', uid], 1)).toContain('without a number');
    const waiting = ['account', 'add', '--brand', '1', '--number', '2125550163', '--email', 'd@example.com'];
    const { uid: third } = await rig.json<{ uid: string }>(waiting);
    await rig.database.pool.query(
      `update number set state = 'free', account_id = null where digits = '2125550163'`,
    );
    await rig.database.pool.query('update account set fax_number = null where id = $1', [third]);
    expect(await rig.json(['number', 'assign', '2125550162', third])).toEqual({
      number: '2125550162',
      uid: third,
    });
    const { numbers } = await rig.json<{ numbers: object[] }>(['number', 'list', '--free']);
    expect(numbers).toMatchObject([{ number: '2125550163', state: 'free' }]);
  });
});

describe('logins, audit, reports', () => {
  it('sessions are listed and ended; those who guessed too often may try again', async () => {
    await rig.database.pool.query(
      `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
       values ('\\x${'11'.repeat(32)}', 'user', $1, 1, 3600, now() + interval '1 day')`,
      [uid],
    );
    const { sessions } = await rig.json<{ sessions: { id: string }[] }>(['session', 'list', uid]);
    expect(sessions).toMatchObject([{ id: '11'.repeat(16) }]);
    expect(await rig.json(['session', 'revoke', uid])).toEqual({ ended: 1 });
    expect(await rig.json(['session', 'list', uid])).toEqual({ sessions: [] });
    await rig.database.pool.query(
      `insert into login_failure (key, count) values ('address:192.0.2.7', 51), ('address:192.0.2.8', 3)`,
    );
    const { bans } = await rig.json<{ bans: object[] }>(['ban', 'list']);
    expect(bans).toMatchObject([{ key: 'address:192.0.2.7', count: 51 }]);
    expect(await rig.json(['ban', 'clear', 'address:192.0.2.7'])).toEqual({ cleared: 1 });
    expect(await rig.json(['ban', 'list'])).toEqual({ bans: [] });
  });

  it('[SRV-10] audit list finds what an operator did, by who, what, whose and when', async () => {
    const { rows } = await rig.json<{ rows: { action: string; uid: string }[] }>([
      'audit',
      'list',
      '--actor',
      'operator',
      '--account',
      uid,
      '--action',
      'account.',
    ]);
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['account.add', 'account.set', 'account.move']),
    );
    expect(await rig.json(['audit', 'list', '--since', '2999-01-01'])).toEqual({ rows: [] });
    expect(await rig.failure(['audit', 'list', '--since', 'yesterday'], 2)).toContain('2026-11-21');
  });

  it('usage and billing come as table, JSON and CSV, and a formula in a name stays text', async () => {
    await rig.database.pool.query(
      `insert into usage_month (account_id, month, sent_pages, rcvd_pages) values ($1, '2026-11-01', 7, 5)`,
      [uid],
    );
    await rig.database.pool.query(`update account set admin_email = '=cmd()' where id = $1`, [uid]);
    const { accounts } = await rig.json<{ accounts: object[] }>(['usage', 'report', '--month', '2026-11']);
    expect(accounts).toMatchObject([{ uid, month: '2026-11', sent: 7, received: 5 }]);
    const csv = await rig.run(['usage', 'report', '--month', '2026-11', '--format', 'csv']);
    expect(csv.stdout).toContain(`${uid},1,,2125550161,'=cmd(),2026-11,7,5,`);
    expect(await rig.json(['account', 'usage', uid])).toMatchObject({
      months: [{ month: '2026-11', sent: 7 }],
    });
    const { events } = await rig.json<{ events: object[] }>(['billing', 'export', '--since', '2020-01-01']);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'number', uid, note: '2125550161' }));
    expect(await rig.failure(['usage', 'report', '--month', 'november'], 2)).toContain('2026-11');
  });
});

describe('holds, clean-up, shell', () => {
  it('a fax under legal hold outlives the clean-up; without it, it goes', async () => {
    const fax = await makeFax(rig.database.db, Number(uid) as AccountId, {});
    const place = ['hold', 'place', uid, '--fax', String(fax.id), '--reason', 'court order 1'];
    const { id } = await rig.json<{ id: string }>(place);
    expect(await rig.failure(place, 1)).toContain('under hold already');
    expect(await rig.json(['hold', 'list'])).toMatchObject({ holds: [{ id, uid, fid: String(fax.id) }] });
    await rig.database.pool.query(`update fax set deleted_at = now() - interval '40 days' where id = $1`, [
      fax.id,
    ]);
    expect(await rig.json(['purge', '--now'])).toMatchObject({ faxes: 0 });
    expect(await rig.json(['hold', 'lift', id])).toMatchObject({ id });
    // First seen by this cleanup less than a day ago: without --now the fax waits for the next night.
    expect(await rig.json(['purge'])).toMatchObject({ faxes: 0 });
    expect(await rig.json(['purge', '--now'])).toMatchObject({ faxes: 1 });
    expect(await one('select count(*)::int from fax where id = $1', [fax.id])).toBe(0);
  });
});

it('a lost second step: the password alone logs in again, and the trail says who did it', async () => {
  const run = async (text: string) => await rig.database.pool.query(text, [uid]);
  await run(`insert into second_step (account_id, secret, confirmed_at) values ($1, 'sealed', now())`);
  await run(`insert into passkey (account_id, rp_id, credential_id, public_key, counter, name)
    values ($1, 'localhost', 'a', 'b', 0, 'Phone')`);
  const command = ['account', 'reset-second-step', uid];
  expect(await rig.json([...command, '--dry-run'])).toMatchObject({ dryRun: true, wasOn: true });
  expect(await one('select count(*)::int from second_step')).toBe(1);
  expect(await rig.json(command)).toEqual({ uid, wasOn: true, passkeys: 1 });
  expect(await one('select count(*)::int from second_step')).toBe(0);
  expect(await one('select count(*)::int from passkey')).toBe(0);
  expect(await one(`select actor_kind from audit where action = 'second-step.reset'`)).toBe('operator');
  expect(await rig.failure(['account', 'reset-second-step', '999999'], 1)).toContain('no account 999999');
  expect(await rig.failure(['parent', 'reset-second-step', '999999'], 1)).toContain('no administrator');
});
