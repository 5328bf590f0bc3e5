import { describe, expect, it } from 'vitest';

import { operatorAccounts } from '#contract/customers/accounts.admin.ts';
import { operatorJob, operatorJobs } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { operatorFigures } from '#contract/operations/figures.admin.ts';
import { operatorSearch } from '#contract/operations/search.admin.ts';
import { rollUpFigures } from '#server/features/operations/figures/figures.service.ts';

import { makeFax } from './factories.ts';
import { firstValue } from './first-value.ts';
import { makeManagedAccount, makeAdministrator } from './multifax-rig.ts';
import { startConsole } from './operator-console-rig.ts';
import type { ConsoleWorld, Listed } from './operator-console-rig.ts';

const HOUR_MS = 3_600_000;

describe('search and figures of the operator console', () => {
  let { test, anna, account } = {} as ConsoleWorld;
  startConsole((world) => ({ test, anna, account } = world));

  const one = firstValue(() => test.database);
  /** Creates a fax that ended `hoursAgo` hours before the start of this hour. */
  const makeEnded = async (state: string, hoursAgo: number, to: string, reason = '') => {
    const fax = await makeFax(test.database.db, account.id, { action: 'S', status: 'FAILED' });
    return String(
      await one(
        `insert into send_job (account_id, fax_id, to_number, state, last_error, finished_at)
         values ($1, $2, $3, $4, nullif($5, ''),
           date_bin('1 hour', now(), 'epoch') - make_interval(hours => $6) + interval '1 second') returning id`,
        [account.id, fax.id, to, state, reason, hoursAgo],
      ),
    );
  };
  const figuresOf = async (span: string) =>
    await anna.get<ReplyOf<typeof operatorFigures>>(operatorFigures, { span });
  const found = async (search: string) =>
    await anna.get<ReplyOf<typeof operatorSearch>>(operatorSearch, { search });

  it('figures are stored by the hour, however often they are counted, and kept for two months', async () => {
    expect((await figuresOf('24h')).storedAt).toBeNull();
    await makeEnded('DELIVERED', 2, '8605550111');
    const busy = await makeEnded('FAILED', 2, '8605550112', 'BUSY');
    await makeEnded('FAILED', 26, '8605550112', 'NO_ANSWER');
    await one(`update document set state = 'ready', converted_at = now(), convert_ms = 1500
      where id = (select max(id) from document) returning id`);
    await rollUpFigures(test.database);
    const once = await figuresOf('24h');
    await one(
      `insert into hour_figures (hour, delivered) values (now() - interval '70 days', 9) returning hour`,
    );
    await rollUpFigures(test.database);
    expect({ ...(await figuresOf('24h')), storedAt: once.storedAt }).toEqual(once);
    expect(once.parts).toHaveLength(24);
    expect(once.parts.at(-3)).toMatchObject({ delivered: 1, notSent: 1 });
    expect(once.now).toMatchObject({ delivered: 1, notSent: 1, converted: 1, convertTypicalMs: 1500 });
    expect([once.before.notSent, once.reasons]).toEqual([1, [{ reason: 'BUSY', count: 1 }]]);
    const days = await figuresOf('30d');
    expect([days.parts.length, days.now.notSent, days.now.delivered]).toEqual([30, 2, 1]);
    expect(await one(`select count(*)::int from hour_figures where hour < now() - interval '62 days'`)).toBe(
      0,
    );

    const { from: since, to: until } = once.parts.at(-3) ?? { from: '', to: '' };
    const ended = await anna.get<Listed>(operatorJobs, { since, until, state: 'FAILED', reason: 'BUSY' });
    expect(ended.rows.map(({ id }) => id)).toEqual([busy]);
    const later = await anna.get<Listed>(operatorJobs, { since: until });
    expect(later.rows).toEqual([]);
  });

  it('an hour that was missed is counted later, and the longest wait of an hour stays', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await one(`delete from hour_figures where hour > $1 returning 1`, [new Date(hour - 5 * HOUR_MS)]);
    await rollUpFigures(test.database);
    expect((await figuresOf('24h')).now).toMatchObject({ delivered: 1, notSent: 1 });
    await one('update hour_figures set oldest_seconds = 77 where hour = $1 returning 1', [new Date(hour)]);
    await rollUpFigures(test.database);
    expect((await figuresOf('24h')).now.oldestSeconds).toBe(77);
  });

  it('finds accounts, faxes, administrators and lines by what an operator has in hand, and no contact', async () => {
    const parent = await makeAdministrator(test.database.db);
    const child = await makeManagedAccount(test.database.db, parent);
    const fax = await makeEnded('DELIVERED', 1, '9175550188');
    await one(
      `insert into contact (account_id, fax_number, to_person, company)
       values ($1, '9175550177', 'Findme Person', '') returning id`,
      [account.id],
    );
    expect((await found('(917) 555-0188')).faxes.map(({ id }) => id)).toEqual([fax]);
    expect((await found('1 917 555')).faxes.map(({ id }) => id)).toEqual([]);
    expect((await found('917555')).faxes.map(({ id }) => id)).toEqual([fax]);
    expect((await found(`#${fax}`)).faxes[0]).toMatchObject({ id: fax, to: '9175550188' });
    expect((await found(account.number)).accounts).toMatchObject([{ uid: String(account.id) }]);
    expect((await found(String(account.id))).accounts[0]).toMatchObject({ number: account.number });
    const email = await one<string>('select admin_email from account where id = $1', [account.id]);
    expect((await found(email.toUpperCase())).accounts.map(({ uid }) => uid)).toContain(String(account.id));
    const username = await one<string>('select username from parent where id = $1', [parent.id]);
    expect((await found(username)).parents).toMatchObject([{ id: String(parent.id) }]);
    expect((await found('ONN')).lines).toEqual([{ name: 'onnet', kind: 'onnet' }]);
    const nothing = { accounts: [], faxes: [], parents: [], lines: [] };
    for (const none of ['', '%', 'findme', '9175550177'])
      expect([none, await found(none)]).toEqual([none, nothing]);
    const rowOf = async () => (await anna.get<Listed>(operatorJobs, { search: `#${fax}` })).rows[0];
    expect(await rowOf()).toMatchObject({ scheduled: false, test: false });
    await one(
      `update send_job set state = 'QUEUED', is_test = true, finished_at = null, send_at = now() + interval '1 hour'
      where id = $1 returning id`,
      [fax],
    );
    expect(await rowOf()).toMatchObject({ scheduled: true, state: 'QUEUED', test: true });
    const children = await anna.get<Listed>(operatorAccounts, { parent: String(parent.id) });
    expect(children.rows.map(({ uid }) => uid)).toEqual([String(child.id)]);
    expect((await anna.get<{ job: object }>(operatorJob, { id: fax })).job).toMatchObject({
      convertMs: null,
    });
  });
});
