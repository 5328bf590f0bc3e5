// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { button, hasButton, until } from '#web/kit/open-page-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { address, calls, historyState, open, option, path, place, world } from './inbox-for-test.tsx';

const entries = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const labels = () => entries().map((one) => one.textContent);
async function openMenu(name: string) {
  await click(button(name));
  await until(() => expect(entries().length).toBeGreaterThan(0));
}
async function choose(menu: string, entry: string) {
  await openMenu(menu);
  const found = entries().find((one) => one.textContent === entry);
  if (found === undefined) throw new Error(`no entry ${entry}`);
  await click(found);
}
const send = () => find(document, '[data-modal] footer [data-variant=primary]');
const bar = () => [...place().querySelectorAll('.bar2 button')].map((one) => one.textContent);

const stranger = { contact_info: null, sender: '', from_company: '' };
const sent = { action: 'S', is_inbox: 0 } as const;

describe('answers to a fax', () => {
  it('a received one can be answered and forwarded; only a delivered one can be sent again', async () => {
    await open('/inbox?fax=1');
    await until(() => expect(bar().slice(0, 5)).toEqual(['Reply', 'Forward', 'Archive', 'Delete', 'More']));
    world.rows = [faxRowForTest('1', sent), faxRowForTest('2', { ...sent, status: 'FAILED' })];
    await open('/inbox?folder=Sent&fax=1');
    await until(() => expect(bar().slice(0, 3)).toEqual(['Reply', 'Forward', 'Send again']));
    await click(option(1));
    await until(() => expect(bar()).not.toContain('Send again'));
  });

  it('what cannot be done is not offered: no number, no pages', async () => {
    world.rows = [faxRowForTest('1', { ...stranger, fax_from: '', fax_pages: 0, readable: 'NONE' })];
    await open('/inbox?fax=1');
    await until(() => expect(button('Reply').disabled).toBe(true));
    expect(button('Forward').disabled).toBe(true);
    await openMenu('More');
    expect(labels()).toEqual(['Download as PDF', 'Download as TIFF', 'Print', 'Activity', 'Mark as unread']);
  });

  it('Reply, Forward and Send again open compose with what the fax begins with', async () => {
    const reply = { to: ['2125550142'], subject: 'Re: fax from 11/20/2026' };
    await open('/inbox?fax=1');
    await until(() => hasButton('Reply') || Promise.reject(new Error('no fax')));
    await click(button('Reply'));
    await until(() => expect(path()).toBe('/inbox/compose'));
    expect(historyState()).toMatchObject({ faxStart: reply });
    await open('/inbox?fax=1');
    await until(() => button('Forward'));
    await choose('Forward', 'Fax numbers…');
    await until(() =>
      expect(historyState()).toMatchObject({ faxStart: { pages: { fid: '1', complete: false } } }),
    );
    world.rows = [faxRowForTest('7', sent)];
    await open('/inbox?folder=Sent&fax=7');
    await until(() => button('Send again'));
    await click(button('Send again'));
    await until(() =>
      expect(historyState()).toMatchObject({
        faxStart: { to: ['2125550142'], pages: { fid: '7', complete: true } },
      }),
    );
    expect(address()).toEqual({});
  });

  it('forwards by email; a refusal stands at the field, and nothing typed is lost', async () => {
    await open('/inbox?fax=1');
    await until(() => button('Forward'));
    await choose('Forward', 'Email addresses…');
    const field = await until(() => findInput(document.body, '[data-modal] input'));
    await type(field, 'jane@acme.example,');
    world.statuses = { forwardFax: 412 };
    await click(send());
    await until(() => expect(document.querySelector('[data-modal]')?.textContent).toContain('Words.'));
    expect(document.querySelector('[data-modal] .tag')?.textContent).toContain('jane@acme.example');
    world.statuses = {};
    await click(send());
    await until(() => expect(document.querySelector('[data-modal]')).toBeNull());
    expect(growlStore.get()?.text).toBe('The fax is on its way by email.');
    expect(calls('forwardFax').at(-1)?.body).toEqual({ fid: '1', emails: ['jane@acme.example'] });
  });

  it('after a lost answer, forwarding again is the same call, so that nobody gets it twice', async () => {
    await open('/inbox?fax=1');
    await until(() => button('Forward'));
    await choose('Forward', 'Email addresses…');
    await type(await until(() => findInput(document.body, '[data-modal] input')), 'jane@acme.example,');
    world.statuses = { forwardFax: 0 };
    await click(send());
    await until(() =>
      expect(document.querySelector('[data-modal]')?.textContent).toContain('won’t be sent twice'),
    );
    world.statuses = {};
    await click(send());
    await until(() => expect(document.querySelector('[data-modal]')).toBeNull());
    const keys = calls('forwardFax').map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  it('email is not offered where faxes must not travel by it', async () => {
    world.mayEmailFaxes = false;
    await open('/inbox?fax=1');
    await until(() => button('Forward'));
    await openMenu('Forward');
    expect(labels()).toEqual(['Fax numbers…']);
  });

  it('does not send half an address', async () => {
    await open('/inbox?fax=1');
    await until(() => button('Forward'));
    await choose('Forward', 'Email addresses…');
    const field = await until(() => findInput(document.body, '[data-modal] input'));
    await type(field, 'jane@');
    await press(field, 'Enter');
    await until(() => expect(document.body.textContent).toContain('jane@ isn’t a complete email address.'));
    expect(send().hasAttribute('disabled')).toBe(true);
  });
});

describe('More', () => {
  it('blocks the sender, and says what the server says when it refuses', async () => {
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await choose('More', 'Block this number');
    await until(() =>
      expect(growlStore.get()?.text).toBe('212-555-0142 is blocked. You won’t receive faxes from it.'),
    );
    expect(calls('BlockedNumber.json')[0]?.body).toEqual({ faxnum: '2125550142' });
    growlStore.get()?.action?.run();
    await until(() => expect(growlStore.get()?.text).toBe('Undone'));
    expect(calls('BlockedNumber.json')).toHaveLength(2);
    expect(calls('BlockedNumber.json')[1]?.body).toEqual({ faxnum: '2125550142' });
    world.statuses = { 'BlockedNumber.json': 412 };
    await choose('More', 'Block this number');
    await until(() => expect(growlStore.get()).toMatchObject({ kind: 'error', text: 'Words.' }));
  });

  it('unblocks a sender who is blocked, in whatever way the number was written, and can undo that', async () => {
    world.blocked = ['+1 212 555 0142'];
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await openMenu('More');
    const unblock = await until(() => {
      const found = entries().find((one) => one.textContent === 'Unblock this number');
      if (found === undefined) throw new Error('not known yet');
      return found;
    });
    expect(labels()).not.toContain('Block this number');
    world.blocked = [];
    await click(unblock);
    await until(() => expect(growlStore.get()?.text).toBe('Number unblocked'));
    expect(calls('BlockedNumber.json').map(({ body }) => body)).toEqual([{ faxnum: '+1 212 555 0142' }]);
    await openMenu('More');
    await until(() => expect(labels()).toContain('Block this number'));
    await click(find(document.body, '[role=menu]'));
    growlStore.get()?.action?.run();
    await until(() => expect(growlStore.get()?.text).toBe('Undone'));
    expect(calls('BlockedNumber.json')[1]?.body).toEqual({ faxnum: '+1 212 555 0142' });
  });

  it('opens the contact or a new one, and finds all faxes with the number', async () => {
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await choose('More', 'All faxes with John Doe');
    await until(() => expect(address()).toEqual({ q: 'with:2125550142' }));
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await choose('More', 'Open contact');
    await until(() => expect([path(), address()]).toEqual(['/contacts', { contact: 12 }]));
    world.rows = [faxRowForTest('1', stranger)];
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await openMenu('More');
    expect(labels()).toContain('All faxes with 212-555-0142');
    await click(entries().find((one) => one.textContent === 'Add to contacts') as HTMLElement);
    const asked = { new: 1, faxnum: 2_125_550_142, fax: 1 };
    await until(() => expect([path(), address()]).toEqual(['/contacts', asked]));
  });

  it('offers only the mark that applies, and none on sent faxes; one report', async () => {
    await open('/inbox?fax=1');
    await until(() => button('More'));
    await openMenu('More');
    expect(labels().filter((label) => label?.startsWith('Mark'))).toEqual(['Mark as unread']);
    world.rows = [faxRowForTest('1', sent)];
    await open('/inbox?folder=Sent&fax=1');
    await until(() => button('More'));
    expect(hasButton('Report')).toBe(false);
    await openMenu('More');
    expect(labels()).toEqual([
      'Download as PDF',
      'Download as TIFF',
      'Print',
      'Transmission report',
      'Activity',
      'Open contact',
      'All faxes with John Doe',
    ]);
  });
});
