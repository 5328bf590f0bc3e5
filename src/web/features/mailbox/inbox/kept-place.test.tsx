// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { turnWindow, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find } from '#web/ui/render-for-test.tsx';
import {
  address,
  faxes,
  historyLength,
  leave,
  open,
  option,
  options,
  path,
  place,
  world,
} from './inbox-for-test.tsx';

const archiveButton = () =>
  [...place().querySelectorAll<HTMLElement>('.bar2 button')].find(
    (one) => one.textContent === 'Archive',
  ) as HTMLElement;
const selectAll = () => click(find(place(), '.list-hdr input'));
const done = () => until(() => expect(growlStore.get()?.kind).toBe('success'));
const pager = () => place().querySelector<HTMLInputElement>('.pg input')?.value;
const reader = () => find(place(), '.read');
const ids = () => options().map((row) => row.dataset['id']);

describe('a list that became shorter', () => {
  it('shows its last page where the address names one behind it', async () => {
    world.rows = faxes(250);
    await open('/inbox?page=9');
    await until(() => expect(address()).toEqual({ page: 3 }));
    await until(() => expect(options()).toHaveLength(50));
    expect([pager(), historyLength()]).toEqual(['3', 1]);
  });

  it('shows the page before when all of the last one are archived, also when one page is left', async () => {
    world.rows = faxes(101);
    await open('/inbox?page=2');
    await selectAll();
    world.rows = faxes(100);
    await click(archiveButton());
    await until(() => expect(options()).toHaveLength(100));
    expect([address(), place().textContent.includes('empty')]).toEqual([{}, false]);
  });

  it('shows that faxes are coming, not an empty folder, while a page that was archived is filled again', async () => {
    world.rows = faxes(250);
    await open();
    const gate = Promise.withResolvers<void>();
    world.gate = gate.promise;
    await selectAll();
    await click(archiveButton());
    await until(() => expect(options()).toHaveLength(0));
    expect(find(place(), '.list output').ariaBusy ?? 'true').toBe('true');
    expect(place().querySelector('.list-empty')).toBeNull();
    world.rows = world.rows.slice(100);
    gate.resolve();
    await until(() => expect(ids()[0]).toBe('101'));
  });
});

describe('another page', () => {
  it('is read from its top, and opening a fax leaves the list where it is', async () => {
    world.rows = faxes(250);
    await open();
    find(place(), '.rows').scrollTop = 500;
    await click(option(20));
    await until(() => expect(address()).toEqual({ fax: '21' }));
    expect(find(place(), '.rows').scrollTop).toBe(500);
    await click(find(place(), '.pg [aria-label="Next page"]'));
    await until(() => expect(ids()[0]).toBe('101'));
    expect(find(place(), '.rows').scrollTop).toBe(0);
  });
});

describe('a device that is turned', () => {
  it('keeps the faxes on the screen, as pages of a phone are shorter', async () => {
    world.rows = faxes(250);
    await open('/inbox?page=2');
    world.width = 390;
    await turnWindow();
    await until(() => expect(ids()[0]).toBe('101'));
    expect([address(), options().length, historyLength()]).toEqual([{ page: 11 }, 10, 1]);
    world.width = 1440;
    await turnWindow();
    await until(() => expect(options()).toHaveLength(100));
    expect([address(), ids()[0]]).toEqual([{ page: 2 }, '101']);
  });

  it('keeps the opened fax open and in its place of the list', async () => {
    world.rows = faxes(250);
    await open('/inbox?page=2&fax=157');
    await until(() => expect(find(place(), '.read').textContent).toContain('157 of 250'));
    world.width = 390;
    await turnWindow();
    await until(() => expect(address()).toEqual({ page: 16, fax: '157' }));
    await until(() => expect(ids()[6]).toBe('157'));
    expect([
      place().querySelector('article') !== null,
      option(6).ariaCurrent ?? option(6).getAttribute('aria-current'),
    ]).toEqual([true, 'true']);
  });
});

describe('a fax that the page in the address does not have', () => {
  it('opens a fax that has slipped off its page, on the page where it is now', async () => {
    world.rows = faxes(1200);
    await open('/inbox?page=8&fax=850');
    await until(() => expect(address()).toMatchObject({ page: 9, fax: '850' }));
    await until(() => expect(reader().textContent).toContain('850 of 1,200'));
  });

  it('opens a fax however far away from its page it is, and says so when there is none', async () => {
    world.rows = faxes(1700).map((row) => ({ ...row, contact_info: null }));
    await open('/inbox?page=2&fax=1600');
    await until(() => expect(reader().textContent).toContain('Company 1600'));
    expect(address()).toEqual({ page: 2, fax: '1600' });
    expect(options()[0]?.dataset['id']).toBe('101');
    await open('/inbox?page=2&fax=1701');
    await until(() => expect(growlStore.get()?.kind).toBe('error'));
    expect([address()['fax'], reader().querySelector('article')]).toEqual([undefined, null]);
  });
});

async function archiveSlowly(): Promise<() => void> {
  await open('/inbox?fax=2');
  await until(() => find(place(), 'article'));
  const gate = Promise.withResolvers<void>();
  world.gate = gate.promise;
  await click(archiveButton());
  await until(() => expect(ids()).not.toContain('2'));
  return () => gate.resolve();
}

describe('an action that takes long', () => {
  it('closes the fax that left, not the one that was opened meanwhile', async () => {
    const end = await archiveSlowly();
    await click(option(2));
    await until(() => expect(address()).toEqual({ fax: '4' }));
    end();
    await done();
    expect(address()).toEqual({ fax: '4' });
  });

  it('does not lead back whoever has left the inbox meanwhile', async () => {
    const end = await archiveSlowly();
    await leave('/contacts');
    end();
    await done();
    expect(path()).toBe('/contacts');
  });
});
