// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import {
  address,
  calls,
  faxes,
  historyLength,
  open,
  option,
  options,
  place,
  selected,
  world,
} from './inbox-for-test.tsx';

const check = (index: number) => click(find(option(index), '[data-check]'));
const reader = () => find(place(), '.read');

describe('opening and selecting', () => {
  it('[INBOX-28] checking a fax closes the opened one', async () => {
    await open('/inbox?fax=2');
    await until(() => expect(reader().textContent).toContain('2 of 5'));
    await check(3);
    await until(() => expect(address()).not.toHaveProperty('fax'));
    expect([selected(), reader().querySelector('article')]).toEqual([['4'], null]);
  });

  it('[INBOX-29] opening a fax clears the selection', async () => {
    await open();
    await check(0);
    await check(1);
    expect(selected()).toEqual(['1', '2']);
    await click(option(2));
    await until(() => expect(reader().textContent).toContain('3 of 5'));
    expect(selected()).toEqual([]);
  });

  it('[INBOX-36] says how many are selected, and cancels the selection', async () => {
    await open();
    for (const index of [0, 1, 2]) await check(index);
    expect(reader().textContent).toContain('3 faxes selected');
    await click(button('Cancel selection'));
    expect(selected()).toEqual([]);
    expect(reader().textContent).toContain('Select a fax');
  });

  it('selects with the keyboard and keeps one row reachable by Tab', async () => {
    await open();
    option(0).focus();
    await press(option(0), 'ArrowDown');
    expect(document.activeElement).toBe(option(1));
    expect(options().map((row) => row.tabIndex)).toEqual([-1, 0, -1, -1, -1]);
    await press(option(1), ' ');
    await press(option(1), 'ArrowDown', { shiftKey: true });
    await press(option(2), 'ArrowDown', { shiftKey: true });
    expect(selected()).toEqual(['2', '3', '4']);
    await press(option(3), 'Escape');
    expect(selected()).toEqual([]);
    await press(option(3), 'Enter');
    await until(() => expect(address()['fax']).toBe('4'));
  });

  it('[INBOX-12] pushes another folder once, and nothing for the folder that is open', async () => {
    await open();
    const before = historyLength();
    await click(button('Inbox'));
    expect(historyLength()).toBe(before);
    await click(button('Sent'));
    await until(() => expect(address()).toEqual({ folder: 'Sent' }));
    expect(historyLength()).toBe(before + 1);
    await click(button('Sent'));
    expect(historyLength()).toBe(before + 1);
  });
});

describe('search, pages, failures', () => {
  it('[INBOX-04] [INBOX-05] takes 200 characters, searches on Enter, and the cross resets', async () => {
    world.rows = faxes(101);
    await open('/inbox?page=2');
    const box = findInput(place(), '.list .search input');
    expect(box.maxLength).toBe(200);
    await type(box, '"company 101"');
    expect(address()).toEqual({ page: 2 });
    await press(box, 'Enter');
    await until(() => expect(address()).toEqual({ q: '"company 101"' }));
    await until(() => expect(reader().textContent).toContain('1 fax in all folders'));
    await click(find(place(), '.list .search button'));
    await until(() => expect(options()).toHaveLength(100));
    expect(address()).toEqual({});
  });

  it('[INBOX-06] does not search in the Outbox', async () => {
    await open('/inbox?folder=Outbox');
    expect(findInput(place(), '.search input').disabled).toBe(true);
  });

  it('[INBOX-14] [INBOX-30] has pages of 100, and a pager only beyond', async () => {
    world.rows = faxes(100);
    await open();
    expect(options()).toHaveLength(100);
    expect(place().querySelector('.pg')).toBeNull();
    world.rows = faxes(101);
    await open();
    expect(options()).toHaveLength(100);
    await click(find(place(), '.pg [aria-label="Next page"]'));
    await until(() => expect(options()).toHaveLength(1));
  });

  it('[MOB-04] has pages of 10 on phones', async () => {
    world.width = 390;
    world.rows = faxes(11);
    await open();
    expect(options()).toHaveLength(10);
  });

  it('[INBOX-39] asks for the true pages of failed faxes that have none, and shows them', async () => {
    world.rows = [{ ...faxRowForTest('1'), fax_pages: 0, status: 'FAILED' }];
    await open();
    await until(() => expect(option(0).textContent).toContain('7 pages'));
    expect(calls('getTruePageCount')[0]?.body).toEqual({ filepath: [world.rows[0]?.fax_path] });
  });

  it('[SHELL-16] shows a number that is none as it was entered, and «Unknown» where there is none', async () => {
    const stranger = { contact_info: null, sender: '', from_company: '' };
    world.rows = ['2125550142', 'BAD CSID', ''].map((fax_from, i) =>
      faxRowForTest(String(i + 1), { ...stranger, fax_from }),
    );
    await open();
    expect(options().map((row) => find(row, '.it-name').textContent)).toEqual([
      '212-555-0142',
      'BAD CSID',
      'Unknown',
    ]);
  });

  it('says that the list could not be loaded, and tries again', async () => {
    world.statuses['SSPFaxArchive.json'] = 400;
    await open();
    await until(() => expect(find(place(), '.list').textContent).toContain('can’t be shown'));
    world.statuses = {};
    await click(button('Try again'));
    await until(() => expect(options()).toHaveLength(5));
  });

  it('finds a fax that is not on the page that the address names', async () => {
    world.width = 390;
    world.rows = faxes(25);
    await open('/inbox?fax=23');
    await until(() => expect(address()).toMatchObject({ page: 3, fax: '23' }));
    await until(() => expect(find(place(), 'article').textContent).toContain('Acme'));
  });

  it('[MSG-05] shows an error for the page that failed alone, and asks again', async () => {
    world.rows = [{ ...faxRowForTest('1'), fax_pages: 2 }];
    await open('/inbox?fax=1');
    await until(() => expect(place().querySelectorAll('.page img')).toHaveLength(2));
    const [, second] = place().querySelectorAll('.page img');
    await act(async () => second?.dispatchEvent(new Event('error')));
    expect(place().querySelectorAll('.page img')).toHaveLength(1);
    expect(find(place(), '.page[data-state=failed]').textContent).toContain('Page 2 can’t be shown');
    await click(button('Try again'));
    expect(place().querySelectorAll('.page img')).toHaveLength(2);
  });
});
