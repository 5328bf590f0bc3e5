import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { storedLine } from '#test/stored-line.ts';

import { readHours, withHours } from './line-hours.ts';
import type { StoredLine } from './lines.store.ts';

/** A Saturday noon in New York. */
const NOON = new Date('2026-11-28T17:00:00Z');
const at = (hours: string, more: Partial<StoredLine> = {}) =>
  withHours(storedLine('night', { hours, ...more }), 'America/New_York', NOON);

describe('the hours of a line', () => {
  it.each([
    ['mon-fri 08:00-18:00', { days: [1, 2, 3, 4, 5], from: 480, until: 1080 }],
    [' Sat,Sun 00:00-00:00', { days: [6, 0], from: 0, until: 0 }],
    ['fri-mon,sun 22:30-06:00', { days: [5, 6, 0, 1], from: 1350, until: 360 }],
    ['daily 12:00-13:00', { days: [0, 1, 2, 3, 4, 5, 6], from: 720, until: 780 }],
  ])('%s', (written, read) => expect(readHours(written)).toEqual(read));

  it.each([
    '',
    'mon',
    '08:00-18:00',
    'mon 8-18',
    'mon-tue-wed 08:00-18:00',
    'xyz 08:00-18:00',
    'mon 08:00-24:00',
  ])('are not written like “%s”', (written) => expect(readHours(written)).toBeNull());

  it('let it rest until they begin, by the clock of the service, or as long as its carrier wants', () => {
    expect(at('')).toMatchObject({ restUntil: null });
    expect(at('sat 11:00-13:00')).toMatchObject({ restUntil: null });
    expect(at('fri 18:00-17:00')).toMatchObject({ restUntil: null });
    const opens = new Date('2026-11-30T13:00:00Z');
    expect(at('mon-fri 08:00-18:00')).toMatchObject({ restUntil: opens, closed: true });
    const later = new Date('2026-12-01T00:00:00Z');
    expect(at('mon-fri 08:00-18:00', { restUntil: later })).toMatchObject({ restUntil: later, closed: true });
    expect(at('mon-fri 08:00-18:00', { restUntil: NOON })).toMatchObject({ restUntil: opens });
  });
});

describe('faxes of a line that has hours', () => {
  let rig: SendingRig;
  beforeAll(async () => {
    rig = await startSending();
  });
  afterAll(async () => await rig.stop());

  it('go over another line meanwhile, and wait for the hours where there is none', async () => {
    const { lineAdmin } = rig.sending;
    // Open for one minute, on a day other than today.
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7];
    await lineAdmin.addLine({ kind: 'simulator', name: 'rare', priority: 1, hours: `${day} 12:00-12:01` });
    expect(await lineAdmin.addLine({ kind: 'simulator', name: 'bad', hours: 'at night' })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('mon-fri 08:00-18:00'),
    });
    const ways = async () =>
      (await rig.sending.lines.ways(rig.database.db, ['3105550142'])).get('3105550142') ?? [];
    const [way] = await ways();
    expect(way?.line).toMatchObject({ name: 'rare', closed: true });
    const account = await makeAccount(rig.database.db);
    await rig.send(account.id, ['3105550142']);
    const worker = await rig.another().startWorker({ convertSlots: 1 });
    const waits = async () => {
      const { rows } = await rig.database.pool.query<{ state: string; seconds: number; reason: string }>(
        `select state, extract(epoch from next_at - now())::int as seconds, last_error as reason
         from send_job where account_id = $1`,
        [account.id],
      );
      return rows[0];
    };
    await expect.poll(async () => (await waits())?.seconds).toBeGreaterThan(86_400);
    expect(await waits()).toMatchObject({ state: 'WAITING', reason: 'LINE_CLOSED' });
    expect(await lineAdmin.setLine('rare', { hours: '' }, [])).toMatchObject({ kind: 'ok' });
    expect((await ways())[0]?.line.closed).toBeUndefined();
    // The fax does not wait for the earlier hours.
    await expect.poll(async () => (await waits())?.state).toBe('DELIVERED');
    await worker.stop();
  });
});
