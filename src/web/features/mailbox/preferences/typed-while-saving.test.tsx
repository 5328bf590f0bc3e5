// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBrand } from '#web/kit/brand.ts';
import { hold, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, push, settle } from '#web/kit/open-page-for-test.tsx';
import { click, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { BlockedPage } from './blocked-numbers/blocked-page.tsx';
import { CoverPagePage } from './cover-page/cover-page-page.tsx';
import { EgnytePage } from './egnyte/egnyte-page.tsx';
import { GeneralPage } from './general/general-page.tsx';
import { MAIN, SETTINGS, reset } from './preferences-for-test.tsx';
import { StoragePage } from './storage/storage-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

const SFTP = {
  id: '3',
  uid: '1',
  type: 'sftp',
  status: 'Y',
  host: 'sftp.example.com',
  port: '22',
  dir: '/in',
  login: 'u',
  pass: '',
  hasPass: true,
  hasKey: false,
  lastError: '',
  offeredHostKey: '',
  hostKey: '',
  fileType: 'pdf',
  namePattern: 'from-first',
  byMonth: '0',
};
const COVER = { useCoverpage: '0', name: 'Ann', company: '', location: '', phone: '', templateId: '1' };
const EGNYTE = {
  isConnected: true,
  domain: 'acme',
  egnytedirectory: '/Shared',
  egnyteisactive: '1',
  directoryIsWriteable: true,
  showSelectLocation: false,
};

const input = (selector: string) => findInput(page.place, selector);
const owner = () => input('input[autocomplete=name]');

async function open(element: ReactNode): Promise<void> {
  page = await openPage(element);
}

test('general settings: what is typed while a save is under way stays', async () => {
  await open(<GeneralPage />);
  const switches = () => [...page.place.querySelectorAll<HTMLInputElement>('[role=switch]')];
  const give = hold('PUT GlobalSettings.json');
  await click(switches()[0] ?? page.place);
  await push('Save changes');
  await click(switches()[1] ?? page.place);
  give({ success: true, data: { ...SETTINGS, notifyNew: '0' } });
  await settle();
  expect(switches().map(({ checked }) => checked)).toEqual([false, false, false]);
});

test('cover page: what is typed while a save is under way stays', async () => {
  server['GET CoverPageSettings.json'] = COVER;
  server['GET coverPages'] = { data: [] };
  await open(<CoverPagePage />);
  const give = hold('PUT CoverPageSettings.json');
  await type(owner(), 'Bob');
  await push('Save changes');
  await type(owner(), 'Bobby');
  give({ success: true, data: { ...COVER, name: 'Bob' } });
  await settle();
  expect(owner().value).toBe('Bobby');
});

test('SFTP storage: what is typed while a save is under way stays', async () => {
  server['GET MainInterface.json'] = { ...MAIN, storage: { sftp: true, egnyte: false } };
  server['GET SftpStorageSettings.json'] = SFTP;
  await open(<StoragePage />);
  const give = hold('PUT SftpStorageSettings.json');
  await type(input('[name=storage-dir]'), '/faxes');
  await push('Save changes');
  await type(input('[name=storage-login]'), 'v');
  give({ success: true, data: { ...SFTP, dir: '/faxes' } });
  await settle();
  expect([input('[name=storage-dir]').value, input('[name=storage-login]').value]).toEqual(['/faxes', 'v']);
});

test('Egnyte: what is typed while a save is under way stays', async () => {
  server['GET storageDeliveries'] = { ...SFTP, waiting: 0, nextTry: null, deliveries: [] };
  server['GET isConnected.json'] = EGNYTE;
  const brand = { hid: '1', title: 'Fax', lang: 'en', favicon: '', ga_id: '', onetrust_token: '' };
  server['GET getBrandingPerDomain.json'] = { ...brand, egnyte: { isEgnyte: true } };
  await loadBrand();
  await open(<EgnytePage />);
  const boxes = () => [...page.place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const give = hold('PUT update.json');
  await click(boxes()[0] ?? page.place);
  await push('Save changes');
  await click(boxes()[1] ?? page.place);
  const before = boxes().map(({ checked }) => checked);
  give({ success: true });
  server['GET isConnected.json'] = { ...EGNYTE, egnyteisactive: '0' };
  await settle();
  expect(boxes().map(({ checked }) => checked)).toEqual(before);
});

test('blocked numbers: what is typed while a save is under way stays', async () => {
  server['GET BlockedNumbers.json'] = {};
  await open(<BlockedPage />);
  const give = hold('POST BlockedNumber.json');
  await type(input('form input'), '2125550142');
  await push('Add');
  await type(input('form input'), '2125550143');
  give({ success: true, data: { id: '1' } });
  await settle();
  expect(input('form input').value).toBe('2125550143');
});
