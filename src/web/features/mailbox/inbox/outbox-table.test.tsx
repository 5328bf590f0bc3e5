// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find } from '#web/ui/render-for-test.tsx';
import { outboxOptions } from './fax-queries.ts';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { calls, open, place, world } from './inbox-for-test.tsx';

const item = (jobid: string, change: Partial<OutboxItem> = {}): OutboxItem => ({
  fid: jobid,
  jobid,
  to_faxnumber: '3105550111',
  dials: 1,
  pages: 2,
  date: '2026-11-20T19:10:00-05:00',
  state: 'WAITING',
  ...change,
});
const cancelButton = () => button('Cancel fax to 310-555-0111');
const confirmCancel = async () => {
  await click(cancelButton());
  await until(() => find(document, '[data-modal] [data-variant=danger]'));
  await click(find(document, '[data-modal] [data-variant=danger]'));
};

describe('the Outbox', () => {
  it('[INBOX-10] [INBOX-22] shows a table of what waits, with attempts and state', async () => {
    world.outbox = [
      item('1'),
      item('2', { state: 'SENDING', dials: 3, to_faxnumber: '2125550142', pages: 0 }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => expect(place().querySelectorAll('table.t tbody tr')).toHaveLength(2));
    const [first, second] = place().querySelectorAll('table.t tbody tr');
    expect(first?.textContent).toMatch(
      /310-555-0111.*2.*11\/20\/2026.*1 of 5 attempts.*1\/5.*Waiting to retry/,
    );
    expect(second?.textContent).toMatch(/212-555-0142.*–.*3 of 5 attempts.*3\/5.*Sending/);
    expect(button('Cancel fax to 212-555-0142').getAttribute('aria-disabled')).not.toBe('true');
  });

  it('says that nothing waits', async () => {
    await open('/inbox?folder=Outbox');
    await until(() => expect(place().textContent).toContain('Nothing waiting'));
  });

  it('is asked for every 5 s while something waits, and not otherwise', () => {
    const interval = outboxOptions.refetchInterval;
    if (typeof interval !== 'function') throw new Error('the poll never stops');
    const at = (data: unknown) => interval({ state: { data } } as Parameters<typeof interval>[0]);
    expect([at({ data: [item('1')] }), at({ data: [] }), at(undefined)]).toEqual([5000, false, false]);
  });

  it('cancels a fax after a question', async () => {
    world.outbox = [item('7')];
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    await click(cancelButton());
    await until(() => find(document, '[data-modal]'));
    await click(button('Keep it'));
    expect(calls('cancelJob')).toEqual([]);
    world.outbox = [item('7')];
    await confirmCancel();
    await until(() => expect(growlStore.get()?.text).toBe('Fax cancelled'));
    expect(calls('cancelJob').map((call) => call.body)).toEqual([{ jobid: '7' }]);
  });

  it('ends the call of a fax that is being sent, and says so until it has ended', async () => {
    world.outbox = [item('7', { state: 'SENDING' })];
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    await click(cancelButton());
    await until(() =>
      expect(find(document, '[data-modal]').textContent).toContain('Pages that have already arrived'),
    );
    world.outbox = [item('7', { state: 'SENDING', cancelling: true })];
    await click(find(document, '[data-modal] [data-variant=danger]'));
    await until(() => expect(growlStore.get()?.text).toBe('The call is being ended'));
    await until(() => expect(place().querySelector('table.t tbody tr')?.textContent).toContain('Cancelling'));
    expect(button('The fax to 310-555-0111 is being cancelled').getAttribute('aria-disabled')).toBe('true');
  });

  it('says in the words of the server why a fax can not be cancelled any more', async () => {
    world.outbox = [item('7')];
    world.statuses['cancelJob'] = 412;
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    await confirmCancel();
    await until(() => expect(growlStore.get()).toMatchObject({ kind: 'error', text: 'Words.' }));
  });

  it('asks for the other folders again when its length changes', async () => {
    world.outbox = [item('1')];
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    const before = calls('MainInterface.json').length;
    world.outbox = [];
    await confirmCancel();
    await until(() => expect(place().textContent).toContain('Nothing waiting'));
    await until(() => expect(calls('MainInterface.json').length).toBeGreaterThan(before + 1));
  });

  it('lists what is sent later by its time, and sends it now', async () => {
    const later = { state: 'SCHEDULED', dials: 0 } as const;
    world.outbox = [
      item('1', { ...later, send_at: '2026-11-25T08:00:00-05:00', to_faxnumber: '2125550142' }),
      item('2', { ...later, send_at: '2026-11-24T08:00:00-05:00' }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => expect(place().textContent).toContain('11/24, 08:00'));
    const rows = [...place().querySelectorAll('.scheduled li')].map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/310-555-0111.*11\/24, 08:00/),
      expect.stringMatching(/212-555-0142.*11\/25, 08:00/),
    ]);
    expect(place().querySelector('table')).toBeNull();
    await click(button('Send the fax to 310-555-0111 now'));
    await until(() =>
      expect(calls('scheduleJob').map(({ body }) => body)).toEqual([{ jobid: '2', send_at: '' }]),
    );
  });

  it('asks before a fax goes outside of the delivery window', async () => {
    world.outbox = [
      item('2', { state: 'SCHEDULED', dials: 0, send_at: '2026-11-24T08:00:00-05:00', window: true }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => button('Send the fax to 310-555-0111 now'));
    await click(button('Send the fax to 310-555-0111 now'));
    await until(() =>
      expect(find(document, '[data-modal]').textContent).toContain('outside your delivery window'),
    );
    expect(calls('scheduleJob')).toEqual([]);
  });
});
