// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { click, find, findInput } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { button, openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { dialogText, reset, SETTINGS } from '../preferences-for-test.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

test('[SHORT-02] [SHORT-03] [SHORT-04] [SHORT-05] [SHORT-06] lists every shortcut by group', async () => {
  page = await openPage(<ShortcutsPage />);
  const groups = [...page.place.querySelectorAll('.keys-list section')].map((section) => [
    section.querySelector('h2')?.textContent,
    ...[...section.querySelectorAll('dl > div')].map(
      (row) =>
        `${row.querySelector('dt')?.textContent}: ${[...row.querySelectorAll('kbd')].map((cap) => cap.textContent).join('+')}`,
    ),
  ]);
  expect(groups).toEqual([
    [
      'General',
      'Search and commands: Ctrl+K',
      'Search: /',
      'This list: ?',
      'Undo: Ctrl+Z',
      'Dashboard: Alt+Shift+1',
      'Fax messages: Alt+Shift+2',
      'Contacts: Alt+Shift+3',
      'Preferences: Alt+Shift+4',
      'New fax: Alt+Shift+N',
    ],
    [
      'Fax list',
      'Next, previous: J+K',
      'Open: Enter',
      'Select: X',
      'Select a range: Shift+↓',
      'Select all: Ctrl+A',
      'Archive: E',
      'Delete: #+Delete',
    ],
    ['Opened fax', 'Reply: R', 'Forward: F', 'Zoom in, out: ++−', 'Fit width: 0'],
    [
      'New fax',
      'Compose: C+Alt+Shift+N',
      'Discard: Alt+Shift+E',
      'Send: Alt+Shift+Enter',
      'Send later: Alt+Shift+L',
    ],
    ['Pop-ups', 'Confirm: Enter', 'Decline: Esc'],
    ['Contacts', 'New contact: Alt+Shift+N', 'Close contact: Alt+Shift+E', 'Save contact: Alt+Shift+Enter'],
    ['Preferences', 'Save: Alt+Shift+Enter', 'Add an email address: Alt+Shift+N'],
  ]);
});

test('the switch of the single keys is saved at once, and goes back where that is refused', async () => {
  server['PUT GlobalSettings.json'] = { success: true, data: { ...SETTINGS, singleKeys: '1' } };
  page = await openPage(<ShortcutsPage />);
  const choice = findInput(page.place, '[role=switch]');
  await click(choice);
  await settle();
  expect(callsOf('PUT', 'GlobalSettings.json').map(({ body }) => body)).toEqual([{ singleKeys: '1' }]);
  expect([choice.checked, page.place.textContent?.includes('Saved')]).toEqual([true, true]);
  server['PUT GlobalSettings.json'] = refusal(503, 'DOWN');
  await click(choice);
  await settle();
  expect(choice.checked).toBe(true);
  expect(find(page.place, '[role=alert]').textContent).toBe('Your settings couldn’t be saved. Try again.');
});

test('[SHORT-01] [TOUR-09] the list can only be read; «Learn more» opens a tour of three slides', async () => {
  page = await openPage(<ShortcutsPage />);
  expect(page.place.querySelector('input:not([role=switch])')).toBeNull();
  await click(button('Learn more'));
  expect(dialogText()).toContain('1 of 3');
  await click(button('Next'));
  await click(button('Next'));
  expect(dialogText()).toContain('3 of 3');
  await click(button('Back'));
  expect(dialogText()).toContain('2 of 3');
  await click(button('Next'));
  await click(button('Done'));
  expect(dialogText()).toBe('');
});
