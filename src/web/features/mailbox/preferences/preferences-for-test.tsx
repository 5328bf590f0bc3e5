/** Pages of the preferences over a fake server, for their tests. */
import { act } from 'react';
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { settle, stubWindow } from '#web/kit/open-page-for-test.tsx';

/** The main data of the fake server's account. */
export const MAIN = {
  id: '1',
  hid: '1',
  faxNumber: '2125550100',
  formattedFaxNumber: '212-555-0100',
  adminEmail: 'owner@example.com',
  currentUsage: 118,
  sentPages: 44,
  rcvdPages: 74,
  monthLimit: null,
  options: '',
  showCancellationMenu: 1,
  cancellationPending: '0',
  cancellationEmail: 'cancel@example.com',
};
/** The general settings of the fake server's account. */
export const SETTINGS = {
  notifyNew: '1',
  warnDelete: '1',
  singleKeys: '0',
  language: 'en',
  timezoneId: '5',
  tour: 0,
  timeZoneLabel: { timezone_id: '5', name: 'Eastern', system_name: 'America/New_York' },
};

startFalseServer({
  'GET languages.json': [
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ],
  'GET de.json': {},
  'GET MainInterface.json': MAIN,
  'GET GlobalSettings.json': SETTINGS,
  'GET mailDelivery.json': {
    copy: 'pdf',
    sendNotices: 'failed',
    report: '0',
    usage: '1',
    documents: true,
    troubles: [],
  },
  'GET TimeZoneList.json': [
    { timezone_id: '5', name: 'Eastern', system_name: 'America/New_York' },
    { timezone_id: '54', name: 'Tokyo', system_name: 'Asia/Tokyo' },
  ],
  'GET checkAuthToken': { valid: true, kind: 'user', node: 'n1', expiresIn: 9 },
});
stubWindow();
await startI18n();

/** Resets the fake server, with the owner of the account signed in. */
export const reset = (): void => resetServer();

/** Presses Alt+Shift and a shortcut key of the page. */
export async function hotkey(code: string): Promise<void> {
  await act(async () => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { code, altKey: true, shiftKey: true, bubbles: true, cancelable: true }),
    );
  });
  await settle();
}

/** Returns the text of the open dialog; empty if none is open. */
export function dialogText(): string {
  return document.querySelector('[role=dialog], [role=alertdialog]')?.textContent ?? '';
}

/** Selects a value of a select, like a user. */
export async function choose(element: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
