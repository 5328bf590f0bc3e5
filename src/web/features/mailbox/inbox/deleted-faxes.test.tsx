// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, press } from '#web/ui/render-for-test.tsx';
import { address, calls, faxes, open, option, options, place, world } from './inbox-for-test.tsx';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const show = async () => await open('/inbox?folder=Deleted');
const erases = () => calls('eraseFaxes').map((call) => call.body);
const agree = async () => {
  await until(() => find(document, '[data-modal]'));
  await click(find(document, '[data-modal] [data-variant=danger]'));
};

describe('Recently deleted', () => {
  beforeEach(() => {
    world.rows = faxes(3).map((row, i) => {
      const days = [0, 2, 27][i] ?? 0;
      const where = { deleted_at: ago(days), erased_at: ago(days - 30), deleted_from: 'Inbox' as const };
      return { ...row, is_new: '1' as const, ...where };
    });
  });
  it('says when a fax was deleted and how many days are left, the last ones as a warning', async () => {
    await show();
    const words = options().map((row) => find(row, '.days-left').textContent);
    expect(words).toEqual(['30 days left', '28 days left', '3 days left']);
    expect(options().map((row) => find(row, '.days-left').dataset['few'])).toEqual([
      undefined,
      undefined,
      'true',
    ]);
    expect(find(option(0), 'time').textContent).toBe('Deleted today');
    expect(find(option(1), 'time').textContent).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    const [asked] = calls('SSPFaxArchive.json');
    expect(asked?.query.toString()).toContain('deleted_at');
  });

  it('an opened fax says where it comes from, stays unread, and is restored there', async () => {
    await show();
    await click(option(0));
    await until(() => find(place(), '.deleted-note'));
    expect(find(place(), '.deleted-note').textContent).toMatch(
      /^Deleted from Inbox today at \d\d:\d\d\. It will be erased on \d\d\/\d\d\/\d{4}\.$/,
    );
    expect(calls('FaxArchive.json')).toEqual([]);
    await click(button('Restore to Inbox'));
    await until(() => expect(growlStore.get()).toMatchObject({ kind: 'success', text: 'Fax restored' }));
    expect(calls('FaxArchive.json').map(({ body }) => body)).toEqual([{ action: 'undelete', fid: ['1'] }]);
    expect(growlStore.get()?.action).toBeUndefined();
  });

  it('closes the opened fax when it has left the folder, and says so', async () => {
    const client = await open('/inbox?folder=Deleted&fax=1');
    await until(() => find(place(), '.deleted-note'));
    world.rows = world.rows.slice(1);
    await client.invalidateQueries({ queryKey: ['inbox'] });
    await until(() => expect(address()).toEqual({ folder: 'Deleted' }));
    await until(() => expect(place().querySelector('.deleted-note')).toBeNull());
    expect(growlStore.get()?.text).toBe(
      'This fax isn’t here anymore. It was moved or deleted in another window.',
    );
  });

  it('a fax that is erased already is told to be gone, and the list is asked again', async () => {
    await open('/inbox?folder=Deleted&fax=1');
    await until(() => find(place(), '.deleted-note'));
    world.statuses = { eraseFaxes: 404 };
    world.rows = world.rows.slice(1);
    await click(button('Erase now'));
    await agree();
    await until(() =>
      expect(growlStore.get()?.text).toBe(
        'This fax isn’t here anymore. It was moved or deleted in another window.',
      ),
    );
    await until(() => expect(options()).toHaveLength(2));
    await until(() => expect(address()).toEqual({ folder: 'Deleted' }));
  });

  it('erasing asks always, names the selected faxes, and cannot be undone', async () => {
    await show();
    for (const index of [0, 1]) await click(find(option(index), '[data-check]'));
    await press(option(0), 'Delete');
    await until(() => expect(document.body.textContent).toContain('Erase 2 faxes?'));
    await click(button('Cancel'));
    expect(erases()).toEqual([]);
    await click(button('Erase now'));
    await agree();
    await until(() => expect(erases()).toEqual([{ fids: ['1', '2'] }]));
    await until(() => expect(growlStore.get()?.kind).toBe('success'));
    expect(growlStore.get()?.action).toBeUndefined();
  });

  it('erases all at once, and says what a legal hold keeps', async () => {
    world.held = 2;
    await show();
    await click(button('Erase all now'));
    await until(() => expect(document.body.textContent).toContain('Erase 3 faxes?'));
    await agree();
    await until(() => expect(erases()).toEqual([{ all: true }]));
    await until(() =>
      expect(growlStore.get()?.text).toBe('3 faxes erased. 2 faxes can’t be erased because of a legal hold.'),
    );
  });

  it('is empty in words', async () => {
    world.rows = [];
    await show();
    expect(find(place(), '.list-empty').textContent).toBe(
      'Nothing deletedDeleted faxes stay here for 30 days.',
    );
    expect([...place().querySelectorAll('button')].map((one) => one.textContent)).not.toContain(
      'Erase all now',
    );
  });
});

describe('undo', () => {
  it('a deletion is taken back by the inverse action on what changed, and shown at once', async () => {
    await open();
    await click(find(option(1), '[data-check]'));
    await press(option(1), 'Delete');
    await until(() => expect(growlStore.get()?.action?.label).toBe('Undo'));
    growlStore.get()?.action?.run();
    await until(() => expect(options()).toHaveLength(5));
    await until(() => expect(growlStore.get()?.text).toBe('Undone'));
    expect(calls('FaxArchive.json').map(({ body }) => body)).toEqual([
      { action: 'delete', fid: ['2'] },
      { action: 'undelete', fid: ['2'] },
    ]);
  });
});
