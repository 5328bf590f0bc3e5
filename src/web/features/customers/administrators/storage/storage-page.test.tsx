// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, hold, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, said, settle } from '#web/kit/open-page-for-test.tsx';
import { reset } from '../multifax-for-test.tsx';
import { StoragePage } from './storage-page.tsx';

let page: Rendered;
const ITEM = {
  id: '3',
  uid: '601',
  faxnumber: '2125550101',
  email: 'ops@example.com',
  type: 'sftp',
  domain: 'sftp.example.com',
  status: 'Y',
  lastError: '',
};
const EGNYTE = { ...ITEM, id: '4', uid: '602', faxnumber: '2125550102', type: 'egnyte', domain: 'acme' };
const SFTP = {
  id: '3',
  uid: '601',
  type: 'sftp',
  status: 'Y',
  host: 'sftp.example.com',
  port: '22',
  dir: '/faxes',
  login: 'u',
  pass: '',
  hasPass: true,
  lastError: '',
  offeredHostKey: '',
};
beforeEach(() => {
  reset();
  server['GET SftpStorageSettings.json'] = SFTP;
  server['GET EgnyteStorageSettings.json'] = {
    id: '4',
    uid: '602',
    type: 'egnyte',
    status: 'Y',
    username: 'acme',
    connected: true,
    dir: '',
    lastError: '',
  };
  server['PUT EgnyteStorageSettings.json'] = { success: true, data: { id: '4' } };
  server['POST EgnyteStorageSettings.json'] = { success: true, data: { id: '4' } };
  server['GET Accounts.json'] = [{ id: '601', fnumber: '2125550101', email: 'ops@example.com' }];
});
afterEach(() => page.close());
const open = async (...data: readonly object[]) => {
  server['GET ExternalStorageAccounts.json'] = { data };
  page = await openPage(<StoragePage />);
};
const heading = () => find(page.place, 'h1').textContent;
const box = (label: string) => findInput(page.place, `input[aria-label="${label}"]`);
const input = (name: string) => findInput(page.place, `input[name=${name}]`);
const sent = (method: string, name: string) => callsOf(method, name).map(({ body }) => body);

test('[MFS-02] [MFS-03] [MFS-05] [MFS-06] account, type, state; only active ones can be checked', async () => {
  await open();
  expect(page.place.textContent).toContain('There are no external storage data.');
  await page.close();
  reset();
  await open(ITEM, { ...EGNYTE, status: 'N' });
  expect([...page.place.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
    '212-555-0101ops@example.comsFTPsftp.example.comActiveManage',
    '212-555-0102ops@example.comEgnyteacmePendingConnect',
  ]);
  expect([box('Select 212-555-0101').disabled, box('Select 212-555-0102').disabled]).toEqual([false, true]);
});

test('[MFS-04] checked connections are disconnected together, each by type, status and account alone', async () => {
  await open(ITEM, EGNYTE);
  await click(box('Select all active connections'));
  await push('Disconnect 2');
  await settle();
  expect(sent('PUT', 'SftpStorageSettings.json')).toEqual([{ type: 'sftp', status: 'N', user_id: '601' }]);
  expect(sent('PUT', 'EgnyteStorageSettings.json')).toEqual([
    { type: 'egnyte', status: 'N', user_id: '602' },
  ]);
});

test('[MFS-07] a pending connection is connected by its button', async () => {
  await open({ ...ITEM, status: 'N' });
  await push('Connect 212-555-0101 sFTP');
  expect(sent('PUT', 'SftpStorageSettings.json')).toEqual([{ type: 'sftp', status: 'Y', user_id: '601' }]);
  expect(said()).toBe('The connection is active.');
});

test('[MFS-01] [MFS-08] [MFS-09] [MFS-10] [MFS-18] [MFS-23] list, add with sFTP first, edit, back', async () => {
  await open(ITEM);
  await push('Add connection');
  expect(findInput(page.place, 'input[value=sftp]').checked).toBe(true);
  const select = find(page.place, 'select') as HTMLSelectElement;
  expect([...select.options].map(({ text }) => text)).toContain('212-555-0101 (ops@example.com)');
  await act(async () => {
    Reflect.set(HTMLSelectElement.prototype, 'value', '601', select);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await push('Add connection');
  expect(sent('POST', 'SftpStorageSettings.json')).toEqual([
    { user_id: '601', status: 'Y', type: 'sftp', host: '', port: '22', dir: '', login: '', pass: '' },
  ]);
  expect(heading()).toBe('Edit External Storage Connection');
  await push('External storage');
  expect(heading()).toBe('External storage');
});

test('[MFS-11] [MFS-12] [MFS-13] [MFS-14] a spinner, then the sFTP form with its limits', async () => {
  const answer = Promise.withResolvers<unknown>();
  await open(ITEM);
  server['GET SftpStorageSettings.json'] = () => answer.promise;
  await push('Manage 212-555-0101 sFTP');
  expect(page.place.querySelector('.sp')).not.toBeNull();
  answer.resolve(SFTP);
  await settle();
  expect(page.place.querySelector('.mf-wait')).toBeNull();
  expect(heading()).toBe('Edit External Storage Connection');
  expect(page.place.textContent).toContain(
    'Attention: One-time charges are incurred for some external storage configurations.',
  );
  expect([...page.place.querySelectorAll('.lab')].map((one) => one.textContent)).toEqual([
    'sFTP Server',
    'Port Number',
    'Directory Location',
    'Username',
    'Password',
  ]);
  expect(page.place.textContent).toContain('Where a copy of received faxes will be stored.');
  expect(['host', 'port', 'dir', 'login', 'pass'].map((name) => input(name).maxLength)).toEqual([
    50, 5, 50, 50, 50,
  ]);
  expect(input('pass').type).toBe('text');
});

test('[MFS-15] [MFS-16] the Egnyte form: its domain, and a box that is bound to nothing', async () => {
  await open(EGNYTE);
  await push('Manage 212-555-0102 Egnyte');
  expect([input('username').value, input('username').maxLength]).toEqual(['acme', 50]);
  const labels = [...page.place.querySelectorAll('.lab')].map((one) => one.textContent);
  expect(labels).toEqual(['Egnyte Domain', 'Connect to an Existing Egnyte Domain']);
  const free = [...page.place.querySelectorAll('input')].at(-1) as HTMLInputElement;
  await type(free, 'other');
  await push('Save');
  expect(sent('PUT', 'EgnyteStorageSettings.json')).toEqual([
    { user_id: '602', type: 'egnyte', status: 'Y', username: 'acme' },
  ]);
});

test('[MFS-19] [MFS-24] saving sends all fields and the state; disconnecting only type, state and account', async () => {
  await open(ITEM);
  await push('Manage 212-555-0101 sFTP');
  await type(input('dir'), '/in');
  await push('Save');
  await settle();
  expect(heading()).toBe('External storage');
  await push('Manage 212-555-0101 sFTP');
  await push('Disconnect');
  expect(sent('PUT', 'SftpStorageSettings.json')).toEqual([
    {
      user_id: '601',
      type: 'sftp',
      status: 'Y',
      host: 'sftp.example.com',
      port: '22',
      dir: '/in',
      login: 'u',
      pass: '',
    },
    { user_id: '601', type: 'sftp', status: 'N' },
  ]);
});

test('[MFS-17] Disconnect is not offered where nothing is connected; Cancel leads back', async () => {
  server['GET SftpStorageSettings.json'] = { ...SFTP, status: 'N' };
  await open(ITEM);
  await push('Manage 212-555-0101 sFTP');
  expect([button('Disconnect').disabled, button('Save').disabled]).toEqual([true, false]);
  await push('Cancel');
  expect(heading()).toBe('External storage');
});

test('trusting a new key saves what was typed with it, and loses nothing of it', async () => {
  const key = 'SHA256:new';
  server['GET SftpStorageSettings.json'] = { ...SFTP, lastError: 'HOST_KEY_CHANGED', offeredHostKey: key };
  await open(ITEM);
  await push('Manage 212-555-0101 sFTP');
  await type(input('dir'), '/in');
  const give = hold('PUT SftpStorageSettings.json');
  await push('Trust this key');
  await type(input('login'), 'v');
  server['GET SftpStorageSettings.json'] = { ...SFTP, dir: '/in' };
  give({ success: true, data: { id: '3' } });
  await settle();
  expect(sent('PUT', 'SftpStorageSettings.json')).toMatchObject([{ dir: '/in', acceptHostKey: key }]);
  expect([input('dir').value, input('login').value, said()]).toEqual(['/in', 'v', 'Connection saved.']);
});
