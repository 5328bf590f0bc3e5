// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { click, find } from '#web/ui/render-for-test.tsx';
import { calls, open, place, world } from './inbox-for-test.tsx';
import { item, rows } from './outbox-for-test.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T19:20:00-05:00') });
});

describe('faxes of the Outbox that are sent later', () => {
  it('are listed with their time, sent now and given another time', async () => {
    const planned = { state: 'SCHEDULED', dials: 0 } as const;
    world.outbox = [
      item('1', { reason: 'BUSY', next: '2026-11-20T19:32:00-05:00' }),
      item('2', { ...planned, send_at: '2026-11-24T08:00:00-05:00', to_faxnumber: '2125550142' }),
      item('3', {
        ...planned,
        send_at: '2026-11-23T09:00:00-05:00',
        window: true,
        to_faxnumber: '2125550143',
      }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => expect(rows()).toHaveLength(3));
    expect(rows().slice(1)).toEqual([
      '212-555-01422 pagesScheduled11/24/2026 08:00',
      '212-555-01432 pagesScheduled11/23/2026 09:00 · when the delivery window opens',
    ]);
    const groups = [...place().querySelectorAll('.outbox-group')].map((row) => row.textContent);
    expect(groups).toEqual(['Waiting', 'Scheduled']);
    expect(place().querySelectorAll('.pill[data-tone=plan]')).toHaveLength(2);
    await click(button('Send now to 212-555-0142'));
    await until(() => expect(calls('sendNow').map(({ body }) => body)).toEqual([{ jobid: '2' }]));
    await click(button('Edit the time of the fax to 212-555-0142'));
    await until(() => find(document, '[data-modal] form'));
    await until(() => expect(find(document, '.later-zones').textContent).toMatch(/^John Doe 212-555-0142/u));
    await click(find(document, '[data-modal] [type=submit]'));
    await until(() =>
      expect(calls('scheduleJob').map(({ body }) => body)).toEqual([
        { jobid: '2', send_at: '2026-11-24T08:00', send_zone: 'America/New_York', outside_window: '0' },
      ]),
    );
  });

  it('go outside of the delivery window only when their owner says so again, or has said so', async () => {
    world.window = '1';
    const planned = { state: 'SCHEDULED', dials: 0, send_at: '2026-11-24T08:00:00-05:00' } as const;
    world.outbox = [
      item('2', planned),
      item('3', { ...planned, outside_window: true, to_faxnumber: '2125550142' }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => button('Send now to 310-555-0111'));
    await click(button('Send now to 310-555-0111'));
    await until(() =>
      expect(find(document, '[data-modal]').textContent).toContain('Your delivery window is closed'),
    );
    expect(calls('sendNow')).toEqual([]);
    await click(find(document, '[data-modal] [data-variant=primary]'));
    await until(() => expect(calls('sendNow')).toHaveLength(1));
    await until(() => expect(document.querySelector('[data-modal]')).toBeNull());
    await click(button('Send now to 212-555-0142'));
    await until(() => expect(calls('sendNow')).toHaveLength(2));
  });
});
