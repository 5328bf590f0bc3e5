// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, press } from '#web/ui/render-for-test.tsx';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { address, calls, faxes, open, option, options, place, world } from './inbox-for-test.tsx';

const check = (index: number) => click(find(option(index), '[data-check]'));
const archiveButton = () => find(place(), '.bar2 button:nth-of-type(1)');
const archiveOpened = () => {
  const found = [...place().querySelectorAll('.bar2 button')].find((one) => one.textContent === 'Archive');
  if (found === undefined) throw new Error('no fax is open');
  return found;
};
const deleteButton = () => find(place(), '.bar2 button:nth-of-type(2)');
/** Presses a button of the bar, or chooses an entry of its «More». */
async function choose(way: (() => HTMLElement) | string) {
  if (typeof way !== 'string') return click(way());
  await click(button('More'));
  const entry = await until(() => {
    const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const found = entries.find((one) => one.textContent === way);
    if (found === undefined) throw new Error(`no entry ${way}`);
    return found;
  });
  return click(entry);
}

const unread = (row: FaxRow): FaxRow => ({ ...row, is_new: '1' });

describe('actions', () => {
  const ACTIONS = [
    ['delete', '/inbox', deleteButton, 'Deleting 2 faxes…', '2 faxes deleted'],
    ['to_archive', '/inbox', archiveButton, 'Moving 2 faxes to Archive…', '2 faxes archived'],
    ['from_archive', '/inbox?folder=Archive', archiveButton, 'Restoring 2 faxes…', '2 faxes restored'],
    ['view', '/inbox', 'Mark as read', 'Marking 2 faxes as read…', '2 faxes marked as read'],
    ['new', '/inbox', 'Mark as unread', 'Marking 2 faxes as unread…', '2 faxes marked as unread'],
  ] as const;

  it.each(ACTIONS)(
    '[INBOX-25] %s shows a waiting notice, then success, and loads the list again',
    async (action, path, way, waiting, done) => {
      if (action === 'view') world.rows = faxes(5).map(unread);
      await open(path);
      await check(1);
      await check(2);
      const loads = calls('SSPFaxArchive.json').length;
      const said: string[] = [];
      const stop = growlStore.subscribe(() => said.push(growlStore.get()?.text ?? ''));
      await choose(way);
      await until(() => expect(said).toEqual([waiting, done]));
      stop();
      await until(() => expect(calls('SSPFaxArchive.json').length).toBeGreaterThan(loads));
      expect(calls('FaxArchive.json').map((call) => call.body)).toEqual([{ action, fid: ['2', '3'] }]);
    },
  );

  it.each(ACTIONS)(
    '[INBOX-25] [INBOX-40] %s that the server refuses says so, and everything is as before',
    async (action, path, way) => {
      if (action === 'view') world.rows = faxes(5).map(unread);
      await open(path);
      const before = options().map((row) => row.dataset['new']);
      // Reloads fail, too: the state shown afterwards was rolled back.
      world.statuses = { 'FaxArchive.json': 500, 'SSPFaxArchive.json': 500 };
      await check(1);
      await choose(way);
      await until(() => expect(growlStore.get()?.kind).toBe('error'));
      expect(growlStore.get()?.text).toMatch(/^The fax could not be .+\. Try again\.$/);
      expect(options().map((row) => row.dataset['new'])).toEqual(before);
    },
  );

  it('a fax that somebody else has deleted is told to be gone, and closed', async () => {
    await open('/inbox?fax=2');
    await until(() => archiveOpened());
    world.statuses = { 'FaxArchive.json': 404 };
    world.rows = world.rows.filter((row) => row.fax_id !== '2');
    await click(archiveOpened());
    await until(() =>
      expect(growlStore.get()?.text).toBe(
        'This fax isn’t here anymore. It was moved or deleted in another window.',
      ),
    );
    await until(() => expect(options()).toHaveLength(4));
    await until(() => expect(address()).toEqual({}));
  });

  it('an opened fax that newer ones push off its page stays open', async () => {
    world.rows = faxes(101);
    const client = await open('/inbox?fax=100');
    await until(() => find(place(), 'article.fax'));
    world.rows = [...faxes(103).slice(101), ...faxes(101)];
    const before = calls('SSPFaxArchive.json').length;
    await client.invalidateQueries({ queryKey: ['inbox'] });
    await until(() => expect(calls('SSPFaxArchive.json').length).toBeGreaterThan(before + 1));
    await until(() => expect(client.isFetching()).toBe(0));
    expect(address()).toEqual({ fax: '100' });
    find(place(), 'article.fax');
  });

  it('takes the rows away before the server answers', async () => {
    await open();
    await check(1);
    const gate = Promise.withResolvers<void>();
    world.gate = gate.promise;
    await click(archiveButton());
    await until(() => expect(options().map((row) => row.dataset['id'])).toEqual(['1', '3', '4', '5']));
    expect(growlStore.get()?.kind).toBe('wait');
    gate.resolve();
    await until(() => expect(growlStore.get()?.kind).toBe('success'));
  });

  it('shows no list from before the server has answered, whatever asks for the lists meanwhile', async () => {
    const client = await open();
    await check(1);
    const gate = Promise.withResolvers<void>();
    world.gate = gate.promise;
    await click(archiveButton());
    await until(() => expect(options()).toHaveLength(4));
    const [loads, polls] = [calls('SSPFaxArchive.json').length, calls('MainInterface.json').length];
    // A live event, which reports the change itself.
    for (const key of TOPIC_KEYS.faxes) void client.invalidateQueries({ queryKey: [key] });
    await until(() => expect(client.isFetching({ queryKey: ['inbox', 'list'] })).toBe(1));
    expect(calls('SSPFaxArchive.json')).toHaveLength(loads);
    expect(calls('MainInterface.json')).toHaveLength(polls);
    expect(options()).toHaveLength(4);
    world.rows = world.rows.filter((row) => row.fax_id !== '2');
    gate.resolve();
    await until(() => expect(calls('SSPFaxArchive.json').length).toBeGreaterThan(loads));
    await until(() => expect(calls('MainInterface.json').length).toBeGreaterThan(polls));
    expect(options()).toHaveLength(4);
  });

  it('[INBOX-41] asks before deleting when the account wants it, and not otherwise', async () => {
    await open();
    await check(0);
    await click(deleteButton());
    await until(() => expect(calls('FaxArchive.json')).toHaveLength(1));
    world.warnDelete = '1';
    await open();
    await check(0);
    await click(deleteButton());
    await until(() => expect(document.body.textContent).toContain('Delete this fax?'));
    expect(calls('FaxArchive.json')).toHaveLength(1);
    await click(button('Cancel'));
    expect(calls('FaxArchive.json')).toHaveLength(1);
    await click(deleteButton());
    await until(() => find(document, '[data-modal]'));
    await click(find(document, '[data-modal] [data-variant=danger]'));
    await until(() => expect(calls('FaxArchive.json')).toHaveLength(2));
  });
});

describe('around the actions', () => {
  it('gives the focus to the next row when the row with the focus leaves', async () => {
    await open();
    option(1).focus();
    world.rows = world.rows.filter((row) => row.fax_id !== '2');
    await press(option(1), 'Delete');
    await until(() => expect(options()).toHaveLength(4));
    expect(document.activeElement).toBe(option(1));
    expect(option(1).dataset['id']).toBe('3');
  });

  it('marks a fax read when it is opened, without a word', async () => {
    world.rows = faxes(2).map((row) => ({ ...row, is_new: '1' as const }));
    await open();
    await click(option(0));
    await until(() => expect(calls('FaxArchive.json')[0]?.body).toEqual({ action: 'view', fid: ['1'] }));
    expect(growlStore.get()).toBeNull();
    expect(calls('FaxArchive.json')).toHaveLength(1);
  });
});
