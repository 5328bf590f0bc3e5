import { describe, expect, it } from 'vitest';

import { operatorAudit } from '#contract/audit/log.admin.ts';
import * as accountCalls from '#contract/customers/accounts.admin.ts';
import * as numbers from '#contract/customers/numbers.admin.ts';
import * as lines from '#contract/faxes/line-settings.admin.ts';
import * as queue from '#contract/faxes/queue.admin.ts';

import { makeAccount, makeFax } from './factories.ts';
import { firstValue } from './first-value.ts';
import { makeAdministrator } from './multifax-rig.ts';
import { startConsole } from './operator-console-rig.ts';
import type { ConsoleWorld, Listed } from './operator-console-rig.ts';

describe('the operator console', () => {
  let { test, anna, account } = {} as ConsoleWorld;
  startConsole((world) => ({ test, anna, account } = world));

  const one = firstValue(() => test.database);
  /** Returns the newest action of the audit, as the console shows it. */
  const lastAct = async () => (await anna.get<Listed>(operatorAudit)).rows[0];
  const stateOfLine = async (line: string) =>
    (await anna.get<{ lines: { name: string; state: string }[] }>(queue.operatorLines)).lines.find(
      ({ name }) => name === line,
    )?.state;
  const makeJob = async (state: string, to: string): Promise<string> => {
    const fax = await makeFax(test.database.db, account.id, { action: 'S', status: 'FAILED' });
    return String(
      await one(
        `insert into send_job (account_id, fax_id, to_number, state, last_error, finished_at, dials)
         values ($1, $2, $4, $3::text, 'BUSY', case when $3 in ('FAILED', 'UNCERTAIN') then now() end, 2) returning id`,
        [account.id, fax.id, state, to],
      ),
    );
  };

  it('says whether the installation works, and what waits for whom', async () => {
    const said = await anna.get<{ ready: boolean; waiting: object; lines: { name: string }[] }>(
      queue.operatorOverview,
    );
    expect(said.lines.map(({ name }) => name)).toContain('onnet');
    expect(said.waiting).toEqual({ cancellations: 0, ports: 0, storages: 0, held: 0, unrouted: 0 });
  });

  it('finds faxes on their way by number, account, id and state, page by page', async () => {
    const failed = await makeJob('FAILED', '3105550142');
    const waiting = await makeJob('WAITING', '3105550143');
    const ids = async (query: object) =>
      (await anna.get<Listed>(queue.operatorJobs, query)).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([waiting, failed]);
    expect(await ids({ search: '550142' })).toEqual([failed]);
    expect(await ids({ search: `#${waiting}` })).toEqual([waiting]);
    expect(await ids({ search: account.number })).toEqual([waiting, failed]);
    expect(await ids({ search: 'anybody' })).toEqual([]);
    expect(await ids({ state: 'open' })).toEqual([waiting]);
    const paged = await anna.get<Listed>(queue.operatorJobs, { 'per-page': '1' });
    expect([paged.rows.length, paged.total]).toEqual([1, 2]);
    const shown = await anna.get<{ job: object; calls: unknown[] }>(queue.operatorJob, { id: failed });
    expect(shown).toMatchObject({ job: { id: failed, reason: 'BUSY', state: 'FAILED' }, calls: [] });
    expect((await anna.ask(queue.operatorJob, { id: '999999' })).statusCode).toBe(404);
  });

  it('tries a fax again and cancels it, in the name of who did it; a refusal is the command line’s sentence', async () => {
    const job = await makeJob('FAILED', '3105550144');
    expect((await anna.act(queue.operatorJobAct, { id: job, verb: 'retry' })).statusCode).toBe(200);
    expect(await lastAct()).toMatchObject({
      actor: 'operator:anna',
      action: 'job.retry',
      object: `job/${job}`,
    });
    expect((await anna.act(queue.operatorJobAct, { id: job, verb: 'cancel' })).statusCode).toBe(200);
    const again = await anna.act(queue.operatorJobAct, { id: job, verb: 'cancel' });
    expect([again.statusCode, again.json()]).toEqual([
      412,
      expect.objectContaining({
        error: 'OPERATOR_REFUSED',
        message: `The job ${job} has ended already: it is CANCELLED.`,
      }),
    ]);
    expect(
      await one(`select count(*)::int from audit where action = 'job.cancel' and object = $1`, [
        `job/${job}`,
      ]),
    ).toBe(1);
  });

  it('drains a line, turns it on, and asks it how it is', async () => {
    await test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'sim', pattern: '*' });
    await anna.act(lines.operatorLineAct, { name: 'sim', verb: 'drain' });
    expect([await stateOfLine('sim'), (await lastAct())?.['action']]).toEqual(['drain', 'line.drain']);
    await anna.act(lines.operatorLineAct, { name: 'sim', verb: 'on' });
    expect([await stateOfLine('sim'), (await lastAct())?.['action']]).toEqual(['on', 'line.on']);
    expect((await anna.act(lines.operatorLineTest, { name: 'sim' })).json()).toEqual({
      ok: true,
      reason: '',
      ms: expect.any(Number),
    });
    expect((await anna.act(lines.operatorLineTest, { name: 'none' })).json()).toMatchObject({ ok: false });
    expect((await anna.act(lines.operatorLineAct, { name: 'none', verb: 'drain' })).statusCode).toBe(412);
  });

  it('finds accounts, changes them, ends their sessions, and shows no secret of them', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const owner = await test.signIn(number);
    for (const search of [number, number.slice(0, 7), String(id)])
      expect(
        (await anna.get<Listed>(accountCalls.operatorAccounts, { search })).rows.map(({ uid }) => uid),
      ).toContain(String(id));
    expect(
      (await anna.get<Listed>(accountCalls.operatorAccounts, { search: 'nobody@nowhere.test' })).rows,
    ).toEqual([]);
    const opened = await anna.get<{ sessions: unknown[] }>(accountCalls.operatorAccount, { id: String(id) });
    expect(opened.sessions).toHaveLength(1);
    expect(JSON.stringify(opened)).not.toMatch(/password_?hash|argon2|scrypt/i);
    const set = await anna.act(accountCalls.operatorAccountSet, { id, values: { 'month-limit': '500' } });
    expect([set.statusCode, await one('select month_limit from account where id = $1', [id])]).toEqual([
      200, 500,
    ]);
    const wrong = await anna.act(accountCalls.operatorAccountSet, { id, values: { email: 'no address' } });
    expect(wrong.json()).toMatchObject({ error: 'OPERATOR_REFUSED' });
    await anna.act(accountCalls.operatorAccountAct, { id, verb: 'end-sessions' });
    expect((await test.app.inject({ url: '/api/checkAuthToken', ...owner })).statusCode).toBe(401);
    const states = [];
    for (const verb of ['suspend', 'resume', 'reset-second-step', 'close'] as const) {
      await anna.act(accountCalls.operatorAccountAct, { id, verb });
      states.push([verb, await one('select state from account where id = $1', [id])]);
    }
    expect(states).toEqual([
      ['suspend', 'suspended'],
      ['resume', 'active'],
      ['reset-second-step', 'active'],
      ['close', 'closed'],
    ]);
    const acts = (await anna.get<Listed>(operatorAudit, { account: String(id), actor: 'operator:anna' }))
      .rows;
    expect(acts.map(({ action }) => action)).toEqual([
      'account.close',
      'second-step.reset',
      'account.resume',
      'account.suspend',
      'session.revoke',
      'account.set',
    ]);
    expect(acts.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });

  it('mails the owner of an account a link to a new password, and shows it to nobody else', async () => {
    const { id } = await makeAccount(test.database.db);
    const sent = await anna.act(accountCalls.operatorAccountAct, { id, verb: 'send-reset-link' });
    expect([sent.statusCode, sent.json()]).toEqual([200, { success: true }]);
    expect(await one(`select count(*)::int from mail_out where template = 'reset-password'`)).toBe(1);
    expect(await lastAct()).toMatchObject({
      actor: 'operator:anna',
      action: 'account.send-reset-link',
      detail: '{}',
    });
    await test.database.pool.query('update account set email_verified_at = now() where id = $1', [id]);
    const verified = await anna.act(accountCalls.operatorAccountAct, { id, verb: 'resend-verify' });
    expect(verified.json()).toMatchObject({ error: 'OPERATOR_REFUSED' });
    await test.database.pool.query('update account set email_verified_at = null where id = $1', [id]);
    expect((await anna.act(accountCalls.operatorAccountAct, { id, verb: 'resend-verify' })).statusCode).toBe(
      200,
    );
  });

  it('adds numbers of any kind, all or none, and opens accounts with them; the owner gets the mail', async () => {
    const add = async (text: string) => await anna.act(numbers.operatorNumbersAdd, { numbers: text });
    const text = '(503) 555-0171\n503 555 0172, +1 800 555 0173;\n\n5035550171';
    expect((await add(text)).json()).toEqual({ added: 3, skipped: 0 });
    expect((await add('5035550171\n5035550174')).json()).toEqual({ added: 1, skipped: 1 });
    expect((await add('5035550175\n123')).json()).toMatchObject({ error: 'OPERATOR_REFUSED' });
    expect(await one(`select count(*)::int from number where digits = '5035550175'`)).toBe(0);
    expect(await lastAct()).toMatchObject({ actor: 'operator:anna', action: 'number.add' });
    const hid = await one<number>('select id from brand where is_default');
    const open = async (number: object, email = 'new@example.com') =>
      await anna.act(accountCalls.operatorAccountAdd, { hid, email, number, monthLimit: 400 });
    const { uid } = (await open({ by: 'tollfree' })).json<{ uid: string }>();
    expect(await anna.get(accountCalls.operatorAccount, { id: uid })).toMatchObject({
      account: { number: '8005550173', email: 'new@example.com', state: 'pending', monthLimit: 400 },
    });
    const verify = `select template from mail_out where to_address = 'new@example.com'`;
    expect(await one(verify)).toMatch(/^verify/u);
    expect((await open({ by: 'area', area: '503' })).statusCode).toBe(200);
    expect((await open({ by: 'number', number: '503-555-0174' })).statusCode).toBe(200);
    expect((await open({ by: 'number', number: '5035550174' })).json()).toMatchObject({
      error: 'OPERATOR_REFUSED',
      message: expect.stringContaining('is not free') as string,
    });
    expect((await open({ by: 'area', area: '999' })).statusCode).toBe(412);
    expect((await open({ by: 'area', area: '503' }, 'nobody')).statusCode).toBe(412);
  });

  it('takes a port to its end and ends the rest of a number', async () => {
    const { id } = await makeAccount(test.database.db);
    await test.database.pool.query(
      `update account set fax_number = null, pending_number = '2125550777', state = 'pending' where id = $1`,
      [id],
    );
    await test.database.pool.query(
      `insert into port_order (account_id, digits, kind) values ($1, '2125550777', 'port')`,
      [id],
    );
    const [order] = (await anna.get<Listed>(numbers.operatorPorts, { open: '1' })).rows;
    expect(order).toMatchObject({ number: '2125550777', state: 'new' });
    const step = async (verb: string, more: object = {}) =>
      (await anna.act(numbers.operatorPortAct, { id: order?.['id'], verb, ...more })).statusCode;
    expect(await step('reject')).toBe(412);
    expect(await step('complete', { number: '12' })).toBe(412);
    expect([await step('submit'), await step('accept'), await step('complete')]).toEqual([200, 200, 200]);
    const listed = async (query: object) => (await anna.get<Listed>(numbers.operatorNumbers, query)).rows;
    expect(await listed({ search: '2125550777' })).toMatchObject([{ state: 'assigned', uid: String(id) }]);
    await anna.act(accountCalls.operatorAccountAct, { id, verb: 'close' });
    expect(await listed({ search: '2125550777', state: 'quarantine' })).toHaveLength(1);
    await anna.act(numbers.operatorNumberRelease, { number: '2125550777' });
    expect(await listed({ search: '2125550777', state: 'free' })).toHaveLength(1);
  });

  it('changes administrators and decides on requests to cancel', async () => {
    const parent = await makeAdministrator(test.database.db);
    const { id } = await makeAccount(test.database.db);
    await anna.act(accountCalls.operatorParentSet, { id: parent.id, state: 'disabled', services: 7 });
    const [found] = (await anna.get<Listed>(accountCalls.operatorParents)).rows;
    expect(found).toMatchObject({ id: String(parent.id), state: 'disabled', services: 7 });
    await test.database.pool.query(
      `insert into cancellation_request (account_id, contact_email, contact_phone) values ($1, 'a@example.com', '')`,
      [id],
    );
    const [asked] = (await anna.get<Listed>(accountCalls.operatorCancellations, { open: '1' })).rows;
    await anna.act(accountCalls.operatorCancellationAct, { id: asked?.['id'], verb: 'close' });
    expect(await one('select state from account where id = $1', [id])).toBe('closed');
    expect(
      (await anna.act(accountCalls.operatorCancellationAct, { id: asked?.['id'], verb: 'reject' }))
        .statusCode,
    ).toBe(412);
    expect((await anna.get<Listed>(accountCalls.operatorCancellations, { open: '1' })).rows).toEqual([]);
  });
});
