// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { singleKeys } from '#web/kit/hotkeys.ts';
import { until } from '#web/kit/open-page-for-test.tsx';
import { pageCommands } from '#web/shared/mailbox/page-commands.ts';
import { press } from '#web/ui/render-for-test.tsx';
import { address, calls, open, option, path, selected, world } from './inbox-for-test.tsx';

beforeEach(() => singleKeys.set(true));
afterEach(() => singleKeys.set(false));

/** Presses a key on the focused element, like a keyboard. */
const key = async (name: string) => await press(document.activeElement ?? document.body, name);
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['id'];
const labels = () => pageCommands()?.entries.map(({ label }) => label);
const actions = () => calls('FaxArchive.json').map(({ body }) => body);

test('j and k walk through the list, x checks, and # deletes what is checked', async () => {
  await open();
  await key('j');
  expect(focused()).toBe('1');
  await key('j');
  await key('j');
  await key('k');
  expect([focused(), address()['fax']]).toEqual(['2', undefined]);
  await key('x');
  await key('j');
  await key('x');
  expect(selected()).toEqual(['2', '3']);
  await key('#');
  await until(() => expect(actions()).toEqual([{ action: 'delete', fid: ['2', '3'] }]));
});

test('beside an opened fax j opens the next one, and the keys act on it', async () => {
  await open('/inbox?fax=2');
  await key('j');
  await until(() => expect(address()['fax']).toBe('3'));
  await key('e');
  await until(() => expect(actions().at(-1)).toEqual({ action: 'to_archive', fid: ['3'] }));
});

test('r answers the fax whose row has the focus; nothing happens while the keys are turned off', async () => {
  await open();
  await act(async () => option(1).focus());
  singleKeys.set(false);
  for (const name of ['r', 'x', 'j', '#']) await key(name);
  expect([path(), selected(), focused(), actions()]).toEqual(['/inbox', [], '2', []]);
  singleKeys.set(true);
  await key('r');
  await until(() => expect(path()).toBe('/inbox/compose'));
});

test('the palette is offered what the bar has: for a fax, for a selection, for deleted faxes, and nothing without', async () => {
  await open();
  expect(pageCommands()).toBeNull();
  await open('/inbox?fax=1');
  await until(() => expect(pageCommands()?.title).toBe('This fax'));
  expect(labels()).toEqual(expect.arrayContaining(['Archive', 'Delete', 'Print', 'Block this number']));
  expect(labels()?.[0]).toMatch(/^Reply to /u);
  await act(async () => option(0).focus());
  await key('x');
  await until(() => expect(pageCommands()?.title).toBe('1 fax selected'));
  expect(labels()?.some((label) => /^(?:Reply|Print)/u.test(label))).toBe(false);
  world.rows = world.rows.map(
    (row) => ({ ...row, deleted_at: '2026-11-01', deleted_from: 'Inbox' }) as never,
  );
  await open('/inbox?folder=Deleted&fax=1');
  await until(() => expect(labels()?.slice(0, 2)).toEqual(['Restore', 'Erase now']));
});
