// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, said, settle, until } from '#web/kit/open-page-for-test.tsx';
import { reset } from '../multifax-for-test.tsx';
import { StoragePage } from './storage-page.tsx';

const ITEM = {
  id: '4',
  uid: '602',
  faxnumber: '2125550102',
  email: 'ops@example.com',
  type: 'egnyte',
  domain: 'acme',
  status: 'Y',
  lastError: '',
};
const CONSENT = '/api/faxui/egnyte/oauth.php?egnyte_domain=acme&uid=602';

let page: Rendered;
/** Egnyte's window, and what was asked of the server before it was opened. */
const popup = { closed: false, location: { href: '' }, close: vi.fn<() => void>() };
const opened = vi.fn<(address?: string | URL) => Window | null>();

beforeEach(() => {
  reset();
  opened.mockReset().mockReturnValue(popup as unknown as Window);
  Object.assign(popup, { closed: false, location: { href: '' } });
  popup.close.mockReset();
  vi.spyOn(window, 'open').mockImplementation(opened);
  server['GET EgnyteStorageSettings.json'] = {
    id: '4',
    uid: '602',
    type: 'egnyte',
    status: 'Y',
    username: 'acme',
    connected: false,
    dir: '',
    lastError: '',
  };
  server['PUT EgnyteStorageSettings.json'] = { success: true, data: { id: '4', authorizeUrl: CONSENT } };
});
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

const open = async (status = 'Y') => {
  server['GET ExternalStorageAccounts.json'] = { data: [{ ...ITEM, status }] };
  page = await openPage(<StoragePage />);
};
const edit = async () => {
  await open();
  await push('Manage 212-555-0102 Egnyte');
};
const link = () => page.place.querySelector<HTMLAnchorElement>('a[target=_blank]');
const listed = () => callsOf('GET', 'ExternalStorageAccounts.json').length;

test('the window opens in the press, the change is done before anybody agrees, and its end is looked at', async () => {
  await edit();
  const answer = Promise.withResolvers<object>();
  server['PUT EgnyteStorageSettings.json'] = () => answer.promise;
  await push('Save');
  expect([opened.mock.calls.map(([address]) => address), popup.location.href]).toEqual([[''], '']);
  answer.resolve({ success: true, data: { id: '4', authorizeUrl: CONSENT } });
  await until(() => expect(find(page.place, 'h1').textContent).toBe('External storage'));
  expect([popup.location.href, said(), link()]).toEqual([CONSENT, 'Connection saved.', null]);
  await settle();
  const before = listed();
  popup.closed = true;
  await until(() => expect(listed()).toBe(before + 1));
});

test('a connection whose window is blocked is saved all the same, and a link leads to Egnyte', async () => {
  opened.mockReturnValue(null);
  await edit();
  await push('Save');
  await until(() => expect(find(page.place, 'h1').textContent).toBe('External storage'));
  expect(said()).toBe('Connection saved.');
  expect([link()?.getAttribute('href'), link()?.textContent]).toEqual([CONSENT, 'Continue at Egnyte']);
});

test('the window of a change that was refused is closed', async () => {
  server['PUT EgnyteStorageSettings.json'] = refusal(412, 'EGNYTE_REFUSED');
  await edit();
  await push('Save');
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect([said(), button('Save').disabled, link()]).toEqual(['Words about EGNYTE_REFUSED.', false, null]);
});

test('a button of the list that is pressed leads to Egnyte too, and waits for no window', async () => {
  await open('N');
  await push('Connect 212-555-0102 Egnyte');
  expect([popup.location.href, said()]).toEqual([CONSENT, 'Connection saved.']);
  expect(button('Connect 212-555-0102 Egnyte').getAttribute('aria-busy')).not.toBe('true');
  server['PUT EgnyteStorageSettings.json'] = { success: true, data: { id: '4' } };
  await push('Connect 212-555-0102 Egnyte');
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(said()).toBe('The connection is active.');
});
