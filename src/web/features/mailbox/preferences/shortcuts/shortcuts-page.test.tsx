// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { button, openPage } from '#web/kit/open-page-for-test.tsx';
import { dialogText, reset } from '../preferences-for-test.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

test('[SHORT-02] [SHORT-03] [SHORT-04] [SHORT-05] [SHORT-06] lists every shortcut of the five groups', async () => {
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
      'Dashboard: Alt+Shift+1',
      'Fax messages: Alt+Shift+2',
      'Contacts: Alt+Shift+3',
      'Preferences: Alt+Shift+4',
      'New fax: Alt+Shift+N',
    ],
    [
      'New fax',
      'Compose: Alt+Shift+N',
      'Discard: Alt+Shift+E',
      'Send: Alt+Shift+Enter',
      'Send later: Alt+Shift+L',
    ],
    ['Pop-ups', 'Confirm: Enter', 'Decline: Esc'],
    ['Contacts', 'New contact: Alt+Shift+N', 'Close contact: Alt+Shift+E', 'Save contact: Alt+Shift+Enter'],
    ['Preferences', 'Save: Alt+Shift+Enter', 'Add an email address: Alt+Shift+N'],
  ]);
});

test('[SHORT-01] [TOUR-09] the list can only be read; «Learn more» opens a tour of three slides', async () => {
  page = await openPage(<ShortcutsPage />);
  expect(page.place.querySelector('input')).toBeNull();
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
