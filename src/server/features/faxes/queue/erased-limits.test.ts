import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { eraseFax } from '#server/features/faxes/files/erase.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { callerOf, PLENTY, startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { DayLimits } from './day-limit.store.ts';

const TO = '3105550111';
const OTHER = '3105550122';

let rig: SendingRig;
let id: AccountId;

afterEach(async () => await rig.stop());

async function start(limits: Partial<DayLimits> = {}): Promise<void> {
  const usual = { ...PLENTY, ...limits };
  rig = await startSending({ dayLimits: { usual, fresh: usual, newDays: 7 } });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  ({ id } = await makeAccount(rig.database.db, { monthLimit: 100_000 }));
  await query('update account set international = true where id = $1', [id]);
}

const query = async (text: string, values: unknown[] = []) =>
  (await rig.database.pool.query<Record<string, unknown>>(text, values)).rows;

const send = async (...numbers: string[]) => await rig.send(id, numbers);
const batch = (prefix: string, n: number) => Array.from({ length: 10 }, (_, i) => `${prefix}${n}${i}`);

/** Delivers every fax in the queue in one call each. */
async function deliver(): Promise<void> {
  await query(
    `update send_job set state = 'DELIVERED', dials = 1, finished_at = now() where finished_at is null`,
  );
  await query('update fax set outbox = false where outbox');
}

/** Erases every fax of the account for good, as a program does. */
async function erase(): Promise<void> {
  const { database, files } = rig;
  for (const fax of await query('select id from fax'))
    await eraseFax({ database, files, deletedDays: 30 }, callerOf(id), Number(fax['id']));
  expect(await query('select id from send_job union all select id from fax')).toEqual([]);
}

describe('limits of the last 24 hours after faxes were erased', () => {
  it('go on counting faxes, pages and faxes to one number, until a day is over', async () => {
    await start({ calls: 4, pages: 8, perNumber: 2 });
    await rig.send(id, [TO], { pages: 3 });
    await rig.send(id, [TO], { pages: 3 });
    await query('update fax set pages = 3');
    await deliver();
    await erase();
    await expect(send(TO)).rejects.toMatchObject({ sentence: 'DAY_LIMIT_NUMBER', params: { max: 2 } });
    await send(OTHER);
    await deliver();
    await erase();
    await send('3105550133');
    await query('update fax set pages = 2');
    await expect(send('3105550144')).rejects.toMatchObject({ sentence: 'DAY_LIMIT', params: { max: 4 } });
    await query(`update day_limit_use set at = at - interval '1 day' where number = $1`, [OTHER]);
    await expect(send('3105550144')).rejects.toMatchObject({
      sentence: 'DAY_LIMIT_PAGES',
      params: { max: 8 },
    });
    await query(`update day_limit_use set at = at - interval '1 day' where number = $1`, [TO]);
    expect(await send(TO)).toHaveLength(1);
  });

  it('keep a fax once, without its content, and not for longer than they need it', async () => {
    await start();
    await send(TO);
    await deliver();
    const [job] = await query('select id, created_at from send_job');
    await erase();
    const row = { account_id: id, kind: 'fax', of_id: job?.['id'], number: TO, pages: 1, called: true };
    expect(await query('select * from day_limit_use')).toEqual([{ ...row, at: job?.['created_at'] }]);
    const store = rig.files;
    const { keepDays } = readConfig({});
    const { database } = rig;
    const maintenance = createMaintenance({
      database,
      store,
      log: pino({ level: 'silent' }),
      keepDays,
    });
    await maintenance.forgetExpired(new AbortController().signal);
    expect(await query('select number from day_limit_use')).toHaveLength(1);
    await query(`update day_limit_use set at = at - interval '1 day'`);
    await maintenance.forgetExpired(new AbortController().signal);
    expect(await query('select number from day_limit_use')).toEqual([]);
  });

  it('do not count what was cancelled before its first call, nor what is older than a day', async () => {
    await start({ perNumber: 1 });
    const [job] = await send(TO);
    await rig.sending.outbox.cancel(callerOf(id), job?.jobId ?? 0);
    await erase();
    await send(TO);
    await deliver();
    await query(`update fax set fax_at = fax_at - interval '1 day'`);
    await query(`update send_job set created_at = created_at - interval '1 day'`);
    await erase();
    expect(await send(TO)).toHaveLength(1);
  });

  it('go on counting a number that was called before the fax was sent to another one', async () => {
    await start({ perNumber: 1 });
    const [job] = await send(TO);
    await query(`update send_job set dials = 1, state = 'WAITING'`);
    await rig.sending.outbox.editNumber(callerOf(id), job?.jobId ?? 0, OTHER);
    await expect(send(TO)).rejects.toMatchObject({ code: 'DAY_LIMIT' });
    await deliver();
    await erase();
    await expect(send(TO)).rejects.toMatchObject({ code: 'DAY_LIMIT' });
    await expect(send(OTHER)).rejects.toMatchObject({ code: 'DAY_LIMIT' });
  });
});

describe('the limit of faxes abroad', () => {
  it('goes on counting faxes that were erased, also those cancelled before their first call', async () => {
    await start();
    for (let n = 0; n < 4; n += 1) await send(...batch('0114420794600', n));
    await deliver();
    for (const { jobId } of await send(...batch('87655501', 0)))
      await rig.sending.outbox.cancel(callerOf(id), jobId);
    await expect(send('8765550100')).rejects.toThrow('ABROAD_LIMIT');
    await erase();
    await expect(send('8765550100')).rejects.toThrow('ABROAD_LIMIT');
    expect(await send(TO)).toHaveLength(1);
  });

  it('finds them behind any number of faxes at home', async () => {
    await start();
    for (let n = 0; n < 5; n += 1) await send(...batch('0114420794600', n));
    const [home] = await send(TO);
    await query(
      `with made as (
         insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, outbox)
         select account_id, document_id, path_key || n, 'S', party_id, other_number, company, true
         from fax, generate_series(1, 510) n where id = $1 returning account_id, id, other_number)
       insert into send_job (account_id, fax_id, to_number) select * from made`,
      [home?.faxId],
    );
    await expect(send('8765550100')).rejects.toThrow('ABROAD_LIMIT');
  });
});
