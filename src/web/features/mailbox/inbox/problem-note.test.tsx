// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { click, find } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { calls, open, place, world } from './inbox-for-test.tsx';

const note = () => find(place(), '.fx-note').textContent;
const link = () => find(place(), '.fx-note a').getAttribute('href');
const verbs = () => [...place().querySelectorAll('.fx-note button')].map((one) => one.textContent);

async function openSent(change: Parameters<typeof faxRowForTest>[1]): Promise<void> {
  const sent = { action: 'S', status: 'FAILED', fax_from: '2125550121', fax_path: 'p1' } as const;
  world.rows = [faxRowForTest('1', { ...sent, ...change })];
  await open(change?.action === 'R' ? '/inbox?fax=1' : '/inbox?folder=Sent&fax=1');
  await until(() => expect(note()).not.toBe(''));
}

it('a fax that was not sent says so, and is sent again from where it is read', async () => {
  await openSent({});
  expect(verbs()).toEqual(['Resend']);
  await click(button('Resend'));
  await until(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  expect(find(document, '[role=dialog]').textContent).toContain('212-555-0121');
  await click(find(document, '[role=dialog] footer .btn[data-variant=primary]'));
  await until(() =>
    expect(calls('resendFax').map(({ body }) => body)).toEqual([
      { resend_faxpath: 'p1', destinations: '2125550121' },
    ]),
  );
});

it('an uncertain fax warns of a second copy, and is marked as sent only after a question', async () => {
  await openSent({ outcome: 'UNCERTAIN', confirmed: 1, fax_pages: 3 });
  expect(verbs()).toEqual(['Mark as sent', 'Resend']);
  await click(button('Resend'));
  await until(() => expect(find(document, '[role=dialog]').textContent).toContain('it may arrive twice'));
  await click(button('Cancel'));
  await click(button('Mark as sent'));
  expect(calls('markSent')).toEqual([]);
  await click(find(document, '[role=alertdialog] .btn[data-variant=primary]'));
  await until(() => expect(calls('markSent').map(({ body }) => body)).toEqual([{ fid: '1' }]));
});

it('a received fax that was cut off is nothing to send again', async () => {
  await openSent({ action: 'R' });
  expect(verbs()).toEqual([]);
});

it('a fax that was cut off leads to the complete one of the same sender, and that one back', async () => {
  const at = { fax_date: '2026-11-20T19:06:01-05:00' };
  await openSent({ action: 'R', whole_fax: { fax_id: '2', ...at } });
  expect(note()).toMatch(
    /^Cut off\. .* A complete fax from the same sender arrived on 11\/20\/2026 19:06\./u,
  );
  expect(link()).toBe('/inbox?fax=2');
  await openSent({ action: 'R', status: 'OK', cut_off_fax: { fax_id: '3', ...at } });
  await until(() => expect(note()).toContain('An earlier call from this sender was cut off on 11/20/2026'));
  expect(link()).toBe('/inbox?fax=3');
});
