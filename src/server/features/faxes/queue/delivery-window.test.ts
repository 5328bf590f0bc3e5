import { describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { callerOf, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import { DeliveryWindows } from './delivery-window.service.ts';
import type { OutboxWorker } from './outbox.worker.ts';

const TO = '3105550111';
const HOUR = 60 * 60_000;
const MINUTE = 60_000;

let rig: SendingRig;
let worker: OutboxWorker | undefined;
stopAfterEach(() => ({ rig, worker }));

async function start(): Promise<{ id: AccountId }> {
  rig = await startSending();
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 8 });
  return await makeAccount(rig.database.db);
}

/** Waits until the query returns no row. */
const noneLeft = async (question: string) =>
  await until(
    async () => (await rig.database.pool.query(question)).rowCount,
    (left) => left === 0,
  );

const outbox = async (id: AccountId) => (await rig.sending.outbox.list(id)).data;

/** Sets a window, in the account's zone, that is closed now and opens in two hours. */
async function closeWindow(id: AccountId): Promise<void> {
  await rig.database.pool.query(
    `update account_settings set timezone_id = (select id from timezone where system_name = 'America/Los_Angeles' limit 1)
     where account_id = $1`,
    [id],
  );
  await new DeliveryWindows(rig).change(callerOf(id), {
    on: true,
    days: [0, 1, 2, 3, 4, 5, 6],
    ...hoursFrom(2, 1),
  });
}

/** Returns a window that opens in `hours` hours and lasts `many` hours, by the clock of the called number. */
function hoursFrom(hours: number, many: number): { from: string; until: string } {
  return { from: timeIn(hours), until: timeIn(hours + many) };
}

function timeIn(hours: number): string {
  const format = { timeZone: 'America/Los_Angeles', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(Date.now() + hours * HOUR);
}

describe('the delivery window', () => {
  it('is kept by every fax of the account, at its first call and at every further one', async () => {
    const { id } = await start();
    const earliest = Date.now() + 2 * HOUR - MINUTE;
    await closeWindow(id);
    const latest = Date.now() + 2 * HOUR;
    worker = await rig.another().startWorker({ convertSlots: 1, stopGraceMs: 50 });
    await rig.send(id, [TO]);
    await noneLeft('select from send_job where not ready');
    const [item] = await outbox(id);
    expect(item).toMatchObject({ state: 'SCHEDULED', window: true });
    // The full minute at which the window opens, however long the fax took to get here.
    expect(Date.parse(item?.send_at ?? '')).toBeGreaterThan(earliest);
    expect(Date.parse(item?.send_at ?? '')).toBeLessThanOrEqual(latest);
    // A call that failed, and its next one falls outside the window.
    await rig.database.pool.query(
      `update send_job set state = 'WAITING', dials = 1, opens_at = null, next_at = now()`,
    );
    await until(
      async () => (await rig.database.pool.query('select from send_job where opens_at > now()')).rowCount,
      (n) => n === 1,
    );
    const [waiting] = await outbox(id);
    expect(waiting).toMatchObject({ state: 'WAITING', window: true, dials: 1, next: waiting?.send_at });
    expect(rig.calls).toEqual([]);
    await rig.send(id, ['3105550112'], { anyHour: true });
    await until(
      async () => rig.calls.length,
      (n) => n === 1,
    );
    expect(rig.calls[0]?.to).toBe('3105550112');
    // Another window applies at once to what waits.
    await new DeliveryWindows(rig).change(callerOf(id), {
      on: false,
      days: [1],
      from: '08:00',
      until: '18:00',
    });
    await noneLeft('select from fax where outbox');
    expect(rig.calls.map(({ to }) => to)).toEqual(['3105550112', TO]);
  });

  it('is that of the new number once the number was changed, and of none once the fax is sent now', async () => {
    const { id } = await start();
    await closeWindow(id);
    const { outbox: queue } = rig.sending;
    worker = await rig.another().startWorker({ convertSlots: 1, stopGraceMs: 50 });
    const [first] = await rig.send(id, [TO]);
    const [second] = await rig.send(id, ['3105550112']);
    await noneLeft('select from send_job where opens_at is null');
    expect((await outbox(id)).map(({ jobid }) => Number(jobid))).toEqual([first?.jobId, second?.jobId]);
    // Denver's clock is an hour ahead.
    await queue.editNumber(callerOf(id), second?.jobId ?? 0, '303-555-0112');
    const [next, last] = await outbox(id);
    expect(next).toMatchObject({ to_faxnumber: '3035550112', state: 'SCHEDULED', window: true });
    expect(last).toMatchObject({ to_faxnumber: TO });
    expect(Date.parse(last?.send_at ?? '') - Date.parse(next?.send_at ?? '')).toBe(HOUR);
    const [followed] = await queue.follow(id, [second?.faxId ?? 0]);
    expect(followed).toMatchObject({ state: 'SCHEDULED', send_at: next?.send_at, window: true, calls: [] });
    await queue.sendNow(callerOf(id), second?.jobId ?? 0);
    await until(
      async () => (await outbox(id)).length,
      (left) => left === 1,
    );
    expect(rig.calls.map(({ to }) => to)).toEqual(['3035550112']);
  });

  it('is never one without days', async () => {
    const { id } = await start();
    const none = new DeliveryWindows(rig).change(callerOf(id), {
      on: true,
      days: [],
      from: '08:00',
      until: '18:00',
    });
    await expect(none).rejects.toMatchObject({ code: 'WINDOW_DAYS' });
  });
});
