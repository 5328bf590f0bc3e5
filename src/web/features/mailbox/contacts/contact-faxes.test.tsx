// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { setTimeZone } from '#web/kit/format-date.ts';
import { button, hasButton, until } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput } from '#web/ui/render-for-test.tsx';
import { address, contact, historyState, open, place, world } from './contacts-for-test.tsx';

setTimeZone('America/New_York');

function fax(id: number, change: Partial<FaxRow> = {}): FaxRow {
  return {
    fax_id: String(id),
    fax_path: `path-of-fax-${id}`,
    fax_pages: 2,
    fax_size: 1,
    fax_date: `2026-11-${10 + id}T12:00:00-05:00`,
    fax_from: '2125550001',
    sender: '',
    from_company: '',
    to_person: '',
    is_new: '0',
    is_inbox: 1,
    action: 'R',
    status: 'OK',
    rotation: 0,
    contact_info: null,
    ...change,
  };
}
const check = (name: string) => click(findInput(place(), `input[aria-label="Select ${name}"]`));
const list = () =>
  [...place().querySelectorAll('.party-faxes li')].map((row) => row.textContent?.replace('\u00a0', ' '));

describe('faxes from contacts', () => {
  it('the checked ones that have a number get one fax, at most ten', async () => {
    world.rows = Array.from({ length: 12 }, (_, i) => contact(i + 1, i === 1 ? { faxnum: '' } : {}));
    await open();
    expect(hasButton('Send fax')).toBe(false);
    for (const name of ['Person 1', 'Person 2', 'Person 3']) await check(name);
    await click(button('Send fax to 2'));
    await until(() => expect(address()).toEqual({ path: '/inbox/compose' }));
    expect(historyState()).toMatchObject({ faxStart: { to: ['2125550001', '2125550003'] } });
    await open();
    await click(findInput(place(), 'input[aria-label="Select all on this page"]'));
    const all = button('Send fax to 11');
    expect([all.disabled, all.title]).toEqual([true, 'A fax can go to up to 10 numbers.']);
  });

  it('an opened contact gets one, and shows the latest of all folders with its own number', async () => {
    world.faxes = [
      fax(1),
      fax(2, { action: 'S', is_inbox: 0, status: 'FAILED' }),
      fax(3, { sender: 'archived' }),
      fax(4, { fax_from: '12125550001', action: 'S', is_inbox: 0 }),
      fax(5, { fax_from: '21255500019' }),
    ];
    await open('/contacts?contact=1');
    await until(() =>
      expect(list()).toEqual([
        'Sent · 2 pages11/14/2026 12:00',
        'Received · 2 pages11/13/2026 12:00',
        'Not sent · 2 pages11/12/2026 12:00',
        'Received · 2 pages11/11/2026 12:00',
      ]),
    );
    const hrefs = [...place().querySelectorAll('.party-faxes a')].map((link) => link.getAttribute('href'));
    expect(hrefs[1]).toContain('folder=Archive&fax=');
    expect(hrefs.at(-1)).toContain('q=212-555-0001');
    await click(button('Send fax'));
    await until(() => expect(historyState()).toMatchObject({ faxStart: { to: ['2125550001'] } }));
  });

  it('a contact without a number has neither; one without faxes says so; a failure can be repeated', async () => {
    world.rows = [contact(1, { faxnum: '', email: 'a@b.example' }), contact(2)];
    await open('/contacts?contact=1');
    await until(() => expect(findInput(place(), 'input[name=to_person]').value).toBe('Person 1'));
    expect([hasButton('Send fax'), place().querySelector('.party-faxes')]).toEqual([false, null]);
    await open('/contacts?contact=2');
    await until(() =>
      expect(find(place(), '.party-faxes').textContent).toContain('No faxes with this number yet'),
    );
    world.statuses = { 'SSPFaxArchive.json': 400 };
    await open('/contacts?contact=2');
    await until(() => expect(find(place(), '.party-faxes').textContent).toContain('can’t be shown'));
  });
});
