// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { outboxOptions } from './fax-queries.ts';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { address, calls, open, place, world } from './inbox-for-test.tsx';
import { item, rows } from './outbox-for-test.ts';

const followed = (change: Partial<FollowedFax> = {}): FollowedFax => ({
  ...item('7', { reason: 'BUSY', next: '2026-11-20T19:32:00-05:00' }),
  calls: [{ at: '2026-11-20T19:12:00-05:00', result: 'BUSY', pages: 0 }],
  ...change,
});
const cancelButton = () => button('Cancel fax to 310-555-0111');
const confirmCancel = async () => {
  await click(cancelButton());
  await until(() => find(document, '[data-modal] [data-variant=danger]'));
  await click(find(document, '[data-modal] [data-variant=danger]'));
};

const fax = (id: string) => find(place(), `.outbox-open[data-fax="${id}"]`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T19:20:00-05:00') });
});

describe('the Outbox', () => {
  it('[INBOX-10] [INBOX-22] says of each fax to whom, why it waits and until when, and how often it was tried', async () => {
    world.outbox = [
      item('2', { state: 'SENDING', dials: 3, to_faxnumber: '2125550142', pages: 5, page: 2 }),
      item('3', { state: 'SENDING', dials: 1, dialed: '2026-11-20T19:19:00-05:00' }),
      item('1', { reason: 'BUSY', next: '2026-11-20T19:32:00-05:00', name: 'Dana Whitfield' }),
      item('4', { reason: 'NO_ANSWER', next: '2026-11-21T08:00:00-05:00', dials: 2 }),
      item('5', { state: 'QUEUED', dials: 0 }),
      item('6', { state: 'QUEUED', dials: 0, held: 'ACCOUNT' }),
    ];
    await open('/inbox?folder=Outbox');
    await until(() => expect(rows()).toHaveLength(6));
    expect(rows()).toEqual([
      '212-555-01425 pagesSendingSending page 2 of 53 of 5 calls3/5',
      '310-555-01112 pagesSendingDialing1 call1/5',
      'Dana Whitfield310-555-0111 · 2 pagesRetryingBusy. Next try 19:321 call1/5',
      '310-555-01112 pagesRetryingNo answer. Next try 11/21/2026 08:002 of 5 calls2/5',
      '310-555-01112 pagesQueuedWaiting for a free line',
      '310-555-01112 pagesOn hold',
    ]);
    const groups = [...place().querySelectorAll('.outbox-group')].map((row) => row.textContent);
    expect(groups).toEqual(['Sending now', 'Waiting']);
  });

  it('keeps the focus on a fax that goes from one group to another', async () => {
    const state = async (...sending: string[]) => {
      world.outbox = ['1', '2', '3'].map((id) =>
        item(id, { state: sending.includes(id) ? 'SENDING' : 'WAITING' }),
      );
      await act(async () => await client.invalidateQueries({ queryKey: ['outbox'] }));
      await until(() => expect(rows().filter((row) => row.includes('Sending'))).toHaveLength(sending.length));
    };
    world.outbox = ['1', '2', '3'].map((id) => item(id));
    const client = await open('/inbox?folder=Outbox');
    await until(() => fax('2').focus());
    for (const sending of [['2'], ['1', '2'], ['1'], ['1', '3'], []]) {
      await state(...sending);
      expect([sending, document.activeElement]).toEqual([sending, fax('2')]);
    }
  });

  it('says that nothing waits', async () => {
    await open('/inbox?folder=Outbox');
    await until(() => expect(place().textContent).toContain('No faxes waiting'));
  });

  it('draws a page of ten thousand, and leads back from a page that there is no more', async () => {
    world.outbox = Array.from({ length: 10_000 }, (_, n) => item(String(n + 1)));
    await open('/inbox?folder=Outbox&page=2');
    await until(() => expect(rows()).toHaveLength(100));
    expect(place().textContent).toContain('10,000 faxes');
    world.outbox = world.outbox.slice(0, 20);
    await open('/inbox?folder=Outbox&page=2');
    await until(() => expect(rows()).toHaveLength(20));
    expect(address()).not.toHaveProperty('page');
  });

  it('is asked for every 5 s while something waits, and not otherwise', () => {
    const interval = outboxOptions({ page: 1, pageSize: 100 }).refetchInterval;
    if (typeof interval !== 'function') throw new Error('the poll never stops');
    const at = (data: unknown) => interval({ state: { data } } as Parameters<typeof interval>[0]);
    expect([at({ data: [item('1')], total: 1 }), at({ data: [], total: 0 }), at(undefined)]).toEqual([
      5000,
      false,
      false,
    ]);
  });

  it('cancels a fax after a question', async () => {
    world.outbox = [item('7')];
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    await click(cancelButton());
    await until(() => find(document, '[data-modal]'));
    await click(button('Keep it'));
    expect(calls('cancelJob')).toEqual([]);
    await confirmCancel();
    await until(() => expect(growlStore.get()?.text).toBe('Fax canceled'));
    expect(calls('cancelJob').map((call) => call.body)).toEqual([{ jobid: '7' }]);
  });

  it('cancels a second fax while the first is on its way: nothing that was confirmed is dropped', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.gate = promise;
    world.outbox = [item('7'), item('8', { to_faxnumber: '2125550142' })];
    await open('/inbox?folder=Outbox');
    await until(cancelButton);
    await confirmCancel();
    await until(() => expect(calls('cancelJob')).toHaveLength(1));
    await click(button('Cancel fax to 212-555-0142'));
    await until(() => find(document, '[data-modal] [data-variant=danger]'));
    await click(find(document, '[data-modal] [data-variant=danger]'));
    await until(() => expect(calls('cancelJob')).toHaveLength(2));
    // The first one once more: it is on its way, and nothing is asked.
    await click(cancelButton());
    expect(document.querySelector('[data-modal]')).toBeNull();
    resolve();
    await until(() => expect(growlStore.get()?.text).toBe('Fax canceled'));
    expect(calls('cancelJob').map(({ body }) => body)).toEqual([{ jobid: '7' }, { jobid: '8' }]);
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
    await until(() => expect(growlStore.get()?.text).toBe('Ending the call…'));
    await until(() => expect(rows()[0]).toContain('Canceling'));
    expect(button('The fax to 310-555-0111 is being canceled').getAttribute('aria-disabled')).toBe('true');
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
    await until(() => expect(place().textContent).toContain('No faxes waiting'));
    await until(() => expect(calls('MainInterface.json').length).toBeGreaterThan(before + 1));
  });
});

const panel = () => find(place(), '.outbox-panel');
const field = () => findInput(document, '[data-modal] input');

describe('an opened fax of the Outbox', () => {
  it('shows why it waits, its pages and the calls so far; Escape closes it and goes back to its row', async () => {
    world.outbox = [item('7', { reason: 'BUSY', next: '2026-11-20T19:32:00-05:00' })];
    world.followed = [followed()];
    await open('/inbox?folder=Outbox');
    await until(() => expect(rows()).toHaveLength(1));
    await click(find(place(), '.outbox-open'));
    await until(() => expect(panel().textContent).toContain('Busy. Next try 19:32'));
    expect(address()).toMatchObject({ folder: 'Outbox', fax: '7' });
    expect(panel().textContent).toContain(
      '4 more tries. If they all fail, the fax moves to Sent as not sent.',
    );
    expect([...panel().querySelectorAll('.timeline li')].map((one) => one.textContent)).toEqual([
      'Next try19:32',
      'Busy19:12',
      'Added to the Outbox19:10',
    ]);
    const pages = [...panel().querySelectorAll<HTMLImageElement>('.page img')].map((image) => image.src);
    expect(pages.map((src) => /prev\d/.exec(decodeURIComponent(src))?.[0])).toEqual(['prev1', 'prev2']);
    await press(find(panel(), '.page-area'), 'Escape');
    await until(() => expect(place().querySelector('.outbox-panel')).toBeNull());
    expect(document.activeElement?.className).toContain('outbox-open');
  });

  it('sends now', async () => {
    world.outbox = [item('7')];
    world.followed = [followed()];
    await open('/inbox?folder=Outbox&fax=7');
    await until(() => button('Send now'));
    await click(button('Send now'));
    await until(() => expect(growlStore.get()?.text).toBe('Trying again now'));
    expect(calls('sendNow').map(({ body }) => body)).toEqual([{ jobid: '7' }]);
  });

  it('changes the number; what the server says against one stands under the field, and what was typed stays', async () => {
    world.outbox = [item('7')];
    world.followed = [followed()];
    world.statuses['editNumber'] = 412;
    await open('/inbox?folder=Outbox&fax=7');
    await until(() => button('Edit number'));
    await click(button('Edit number'));
    await until(() => find(document, '[data-modal] form'));
    expect(field().value).toBe('310-555-0111');
    await type(field(), '212-555-0199');
    await click(button('Change number'));
    await until(() => expect(find(document, '[data-modal]').textContent).toContain('Words.'));
    expect(field().value).toBe('212-555-0199');
    world.statuses = {};
    await click(button('Change number'));
    await until(() => expect(growlStore.get()?.text).toBe('Now sending to 212-555-0199'));
    expect(document.querySelector('[data-modal]')).toBeNull();
    expect(calls('editNumber').at(-1)?.body).toEqual({ jobid: '7', destination: '212-555-0199' });
  });

  it('stays when the fax has been delivered, and leads to it in Sent', async () => {
    world.followed = [followed({ state: 'DELIVERED', ended: '2026-11-20T19:21:00-05:00' })];
    await open('/inbox?folder=Outbox&fax=7');
    await until(() => expect(panel().textContent).toContain('View in Sent'));
    expect(panel().textContent).toContain('Delivered');
    expect(panel().querySelector('button[data-variant=danger-quiet]')).toBeNull();
  });

  it('says so when there is no such fax', async () => {
    await open('/inbox?folder=Outbox&fax=99');
    await until(() => expect(panel().textContent).toContain('Fax not found'));
  });
});
