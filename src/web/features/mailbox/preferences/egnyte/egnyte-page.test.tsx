// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBrand } from '#web/kit/brand.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { dialogText, reset } from '../preferences-for-test.tsx';
import { EgnytePage } from './egnyte-page.tsx';

const NOT_CONNECTED = {
  isConnected: false,
  domain: '',
  egnytedirectory: '',
  egnyteisactive: '0',
  directoryIsWriteable: false,
  showSelectLocation: false,
};
const CONNECTED = {
  isConnected: true,
  domain: 'acme',
  egnytedirectory: '/Shared/Faxes',
  egnyteisactive: '1',
  directoryIsWriteable: true,
  showSelectLocation: false,
};
const NAMING = { fileType: 'pdf', namePattern: 'from-first', byMonth: '0' };
const SHARED = [
  { name: 'Faxes', path: '/Shared/Faxes', isSelectable: true },
  { name: 'Projects', path: '/Shared/Projects', isSelectable: true },
  { name: 'ReadOnly', path: '/Shared/ReadOnly', isSelectable: false },
];
const REFUSED = 'You can’t save files in this folder. Choose another one.';
const BROKEN = 'Egnyte is not connected. Check the domain and authorize again.';

let page: Rendered;
beforeEach(() => {
  reset();
  server['GET storageDeliveries'] = { ...NAMING, waiting: 0, lastError: '', nextTry: null, deliveries: [] };
  const levels = [[{ name: 'Shared', path: '/Shared', isSelectable: false }], SHARED];
  server['GET folders.json'] = () => ({ folders: levels.shift() ?? [] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await page.close();
});

const open = async (state: object, isEgnyte = true) => {
  server['GET isConnected.json'] = state;
  const brand = { hid: '1', title: 'Fax', lang: 'en', favicon: '', ga_id: '', onetrust_token: '' };
  server['GET getBrandingPerDomain.json'] = { ...brand, egnyte: { isEgnyte } };
  await loadBrand();
  page = await openPage(<EgnytePage />);
};
/** Returns how often the connection was queried. */
const asked = () => callsOf('GET', 'isConnected.json').length;
const isActive = () => findInput(page.place, '.egnyte-facts input[type=checkbox]');
const writeDomain = async (text: string) => {
  await type(findInput(page.place, 'input[name=egnyte_domain]'), text);
  await click(button('Authorize'));
};

test('[EGU-03] [EGU-04] a domain is letters and digits; a wrong one says so in place and opens no window', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await open(NOT_CONNECTED);
  expect(findInput(page.place, 'input[name=egnyte_domain]').maxLength).toBe(32);
  await click(button('Authorize'));
  expect(page.place.querySelector('.hint[data-bad]')?.textContent).toBe('Enter your Egnyte domain.');
  for (const wrong of ['acme_group', 'acme.egnyte.com', 'a b', 'é']) {
    await writeDomain(wrong);
    expect(page.place.querySelector('.hint[data-bad]')?.textContent).toBe(
      'Use lowercase letters and digits only.',
    );
  }
  expect(opened).not.toHaveBeenCalled();
  await writeDomain('ACME7');
  expect(opened).toHaveBeenCalledWith(
    expect.stringContaining('/api/faxui/egnyte/oauth.php?egnyte_domain=acme7'),
    'egnyte',
    'popup,width=400,height=575',
  );
});

test('[EGU-05] [EGU-06] the window is looked at every 200 ms; closed, the connection is asked for, and missed', async () => {
  await open(NOT_CONNECTED);
  vi.useFakeTimers();
  const popup = { closed: false };
  vi.spyOn(window, 'open').mockReturnValue(popup as Window);
  const before = asked();
  await writeDomain('acme');
  await settle(1_000);
  expect(asked()).toBe(before);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(199);
  expect(asked()).toBe(before);
  await settle(10);
  expect(asked()).toBe(before + 1);
  expect(page.place.textContent).toContain(BROKEN);
  server['GET isConnected.json'] = refusal(502, 'EGNYTE_UNREACHABLE');
  popup.closed = false;
  await writeDomain('acme');
  expect(page.place.textContent).not.toContain(BROKEN);
  popup.closed = true;
  await settle(300);
  expect(page.place.textContent).toContain(BROKEN);
});

test('where the browser lets no window open, a link leads to Egnyte', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  await open(NOT_CONNECTED);
  await writeDomain('acme');
  expect(page.place.textContent).toContain('Your browser blocked the window.');
  expect(find(page.place, 'a[target=_blank]').getAttribute('href')).toContain(
    '/api/faxui/egnyte/oauth.php?egnyte_domain=acme',
  );
  expect(button('Authorize').disabled).toBe(false);
});

test('[EGU-07] [EGU-12] connected: account, domain, folder, switch, and the two buttons', async () => {
  await open(CONNECTED);
  const facts = [...page.place.querySelectorAll('.egnyte-facts > div')].map((row) => row.textContent);
  expect(facts).toEqual([
    'Fax account212-555-0100Connected',
    'Domainacme.egnyte.com',
    'Folder/Shared/FaxesChange location',
    'Save received faxes hereThe folder is writable.',
  ]);
  await click(isActive());
  await click(button('Save changes'));
  await settle();
  expect(callsOf('PUT', 'update.json').map(({ body }) => body)).toEqual([
    { egnytedirectory: '/Shared/Faxes', egnyteisactive: '0' },
  ]);
  expect(button('Disconnect').disabled).toBe(false);
});

test('[EGU-08] [EGU-14] a folder that takes no files: the switch is locked, and another one is asked for', async () => {
  await open({ ...CONNECTED, directoryIsWriteable: false, showSelectLocation: true });
  expect([isActive().disabled, button('Save changes').disabled]).toEqual([true, true]);
  expect(dialogText()).toContain('Choose a folder');
});

test('[EGU-09] [EGU-13] without a folder one is asked for, and saving it turns copies on', async () => {
  await open({ ...CONNECTED, egnytedirectory: '', egnyteisactive: '0', showSelectLocation: true });
  await click(button('Open Shared'));
  await settle();
  await click(button('Projects'));
  await click(button('OK'));
  await settle();
  expect(callsOf('PUT', 'update.json').map(({ body }) => body)).toEqual([
    { egnytedirectory: '/Shared/Projects', egnyteisactive: '1' },
  ]);
  expect([dialogText(), said()]).toEqual(['', 'Your cloud storage is saved.']);
});

test('[EGU-10] [EGU-11] [EGU-16] folders load as they are opened; only another one that takes files is confirmed', async () => {
  await open(CONNECTED);
  expect(callsOf('GET', 'folders.json')).toHaveLength(0);
  await click(button('Change location'));
  await settle();
  expect(callsOf('GET', 'folders.json')).toHaveLength(1);
  expect(button('SharedCan’t be chosen').disabled).toBe(true);
  expect(button('OK').disabled).toBe(true);
  await click(button('Open Shared'));
  await settle();
  expect(callsOf('GET', 'folders.json')).toHaveLength(2);
  expect(button('ReadOnlyCan’t be chosen').disabled).toBe(true);
  await click(button('Faxes'));
  expect(button('OK').disabled).toBe(true);
  await click(button('Projects'));
  expect(button('OK').disabled).toBe(false);
  await click(button('Cancel'));
  expect(dialogText()).toBe('');
  expect(callsOf('PUT', 'updatePath.json')).toHaveLength(0);
});

test('[EGU-17] a folder that was refused is named in place for ten seconds', async () => {
  await open(CONNECTED);
  const { json } = refusal(412, 'DIRECTORY_NOT_WRITEABLE');
  server['PUT update.json'] = {
    status: 412,
    json: { ...(json as object), directoryIsWriteable: false },
  };
  vi.useFakeTimers();
  await click(button('Save changes'));
  await settle(100);
  expect(page.place.textContent).toContain(REFUSED);
  await settle(9_500);
  expect(page.place.textContent).toContain(REFUSED);
  await settle(1_000);
  expect(page.place.textContent).not.toContain(REFUSED);
});

test('[EGU-15] disconnecting asks first and leads back to the beginning', async () => {
  await open(CONNECTED);
  await click(button('Disconnect'));
  expect(dialogText()).toContain('Disconnect Egnyte?');
  server['GET isConnected.json'] = NOT_CONNECTED;
  const confirmed = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1);
  await click(confirmed ?? page.place);
  await settle();
  expect(callsOf('POST', 'disconnect.json')).toHaveLength(1);
  expect(button('Authorize').disabled).toBe(false);
});

test('how copies are named is saved with the rest, and each copy says what became of it', async () => {
  const copy = {
    id: '1',
    fid: '7',
    from: '3105550111',
    at: '2026-11-20T10:00:00-05:00',
    name: 'x',
    endedAt: null,
  };
  server['GET storageDeliveries'] = {
    ...NAMING,
    waiting: 1,
    lastError: 'UNREACHABLE',
    nextTry: '2026-11-20T11:00:00-05:00',
    deliveries: [
      { ...copy, state: 'queued', place: '', reason: 'UNREACHABLE' },
      { ...copy, id: '2', state: 'done', place: '/Shared/Faxes/x.pdf', reason: '' },
    ],
  };
  await open(CONNECTED);
  const copies = [...page.place.querySelectorAll('.storage-latest li')].map((row) => row.textContent);
  expect(copies[0]).toMatch(/^310-555-0111.*Egnyte isn’t responding\.Waiting$/);
  expect(copies[1]).toMatch(/\/Shared\/Faxes\/x\.pdfSaved$/);
  expect(page.place.querySelector('[role=alert]')?.textContent).toContain('1 fax is waiting to be copied.');
  await click(button('Try again now'));
  await settle();
  expect(callsOf('POST', 'storageRetry').map(({ body }) => body)).toEqual([{ type: 'egnyte' }]);
  await click(findInput(page.place, '.egnyte-naming input[type=checkbox]'));
  expect(page.place.querySelector('.storage-example')?.textContent).toContain('2026-11/Fax_');
  await click(button('Save changes'));
  await settle();
  expect(callsOf('PUT', 'update.json').at(-1)?.body).toMatchObject({ byMonth: '1' });
});

test('[EGU-25] a brand without Egnyte has nothing there, and asks Egnyte nothing', async () => {
  await open(CONNECTED, false);
  expect(page.place.textContent).toContain('Egnyte isn’t available for your account.');
  expect(page.place.querySelectorAll('button, input')).toHaveLength(0);
  expect(callsOf('GET', 'isConnected.json')).toHaveLength(0);
});
