// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#web/kit/query-client.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { calls, callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import type { MadeCall } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, said, settle, sure } from '#web/kit/open-page-for-test.tsx';
import { ACCOUNT, listOf, reset } from '../multifax-for-test.tsx';
import { AccountsPage } from './accounts-page.tsx';

// The page's values are read when it is loaded.
vi.hoisted(() => {
  document.head.innerHTML = `<meta name="f2e-keep-days" content='{"closed":5,"number":365}'>`;
});

const LIST = 'GET MultifaxAccountInfo.json';
let page: Rendered;
beforeEach(reset);
afterEach(async () => {
  vi.useRealTimers();
  await page.close();
});
const text = () => page.place.textContent;
const input = (name: string) => findInput(document.body, `input[name=${name}]`);
const open = async (accounts: readonly object[], total = 10, rows = accounts.length) => {
  server[LIST] = listOf(accounts, total, rows);
  page = await openPage(<AccountsPage />);
};

test('[MFA-02] [MFA-03] [MFA-04] [MFA-06] the list shows number or In Process, e-mail, state, and what may send', async () => {
  const pending = { ...ACCOUNT, uid: '602', faxnumber: null, email: 'new@example.com', status: 'PENDING' };
  await open([ACCOUNT, { ...pending, subAccounts: [], whiteDomainsList: [] }]);
  const rows = [...page.place.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );
  expect(rows.map((row) => [row[0], row[1], row[5]])).toEqual([
    ['212-555-0101', 'ops@example.com', 'Active'],
    ['In Process...', 'new@example.com', 'Pending'],
  ]);
  expect([rows[0]?.[3], rows[0]?.[4]]).toEqual(['Secondary emails: 2', 'Whitelisted domains: example.com']);
});

test('[MFA-07] [MFA-12] no accounts, and a 412, are an empty list', async () => {
  server[LIST] = refusal(412, 'X');
  page = await openPage(<AccountsPage />);
  expect(text()).toContain('There are no accounts.');
  expect(said()).toBe('');
});

test('a list that does not come offers another try', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server[LIST] = refusal(400, 'BAD_REQUEST');
  page = await openPage(<AccountsPage />);
  expect(text()).toContain('This list could not be loaded.');
  server[LIST] = listOf([ACCOUNT]);
  await push('Try again');
  expect(text()).toContain('212-555-0101');
  log.mockRestore();
});

test('a page that is gone, because its last account is, gives way to the last one that there is', async () => {
  let removed = false;
  server[LIST] = ({ query }: MadeCall) => {
    const second = query.get('current-page') === '2';
    return listOf(
      second && removed ? [] : [{ ...ACCOUNT, uid: second ? '611' : '601' }],
      20,
      removed ? 10 : 11,
    );
  };
  page = await openPage(<AccountsPage />);
  await push('Next page');
  removed = true;
  await queryClient.invalidateQueries();
  await settle();
  expect(calls.findLast(({ name }) => name === 'MultifaxAccountInfo.json')?.query.get('current-page')).toBe(
    '1',
  );
  expect(text()).toContain('212-555-0101');
});

test('[MFA-08] adding is offered only while accounts are left', async () => {
  await open([ACCOUNT], 2);
  expect(button('Add account').disabled).toBe(false);
  await page.close();
  queryClient.clear();
  await open([ACCOUNT], 1);
  expect(() => button('Add account')).toThrow('no button');
});

test('[MFA-09] pages of ten, a search and an order are asked of the server', async () => {
  await open([ACCOUNT], 20, 11);
  expect(Object.fromEntries(callsOf('GET', 'MultifaxAccountInfo.json')[0]?.query ?? [])).toMatchObject({
    'current-page': '1',
    'per-page': '10',
  });
  await push('Next page');
  await push('Fax number');
  const asked = callsOf('GET', 'MultifaxAccountInfo.json').map(({ query }) => [
    query.get('current-page'),
    query.get('sort'),
    query.get('order'),
  ]);
  expect(asked).toEqual([
    ['1', null, 'asc'],
    ['2', null, 'asc'],
    ['1', 'faxnumber', 'asc'],
  ]);
});

test('[MFA-01] [MFA-05] [MFA-36] list, add and edit are walked; Manage, Back and Cancel', async () => {
  await open([ACCOUNT]);
  await push('Add account');
  expect(find(page.place, 'h1').textContent).toBe('Add a fax account');
  await push('Cancel');
  await push('Manage 212-555-0101');
  expect(find(page.place, 'h1').textContent).toBe('212-555-0101');
  await push('Fax accounts');
  await push('Manage 212-555-0101');
  await push('Cancel');
  expect(find(page.place, 'h1').textContent).toBe('Fax accounts');
});

test('[MFA-27] [MFA-28] [MFA-29] [MFA-30] Update needs a change; only what changed is sent; what was typed stays after a refusal', async () => {
  await open([ACCOUNT]);
  await push('Manage 212-555-0101');
  expect(button('Update account').disabled).toBe(true);
  expect([input('email').maxLength, input('password').maxLength]).toEqual([128, 32]);
  await type(input('password'), 'abcde');
  expect(button('Update account').disabled).toBe(true);
  await type(input('password'), 'abcdef');
  server['POST changeService.json'] = refusal(400, 'PASSWORD_RULES');
  await push('Update account');
  expect(said()).toBe('Words about PASSWORD_RULES.');
  expect(input('password').value).toBe('abcdef');
  await type(input('email'), 'new@example.com');
  server['POST changeService.json'] = { success: true };
  await push('Update account');
  expect(said()).toBe('User data were updated.');
  expect(callsOf('POST', 'changeService.json').map(({ body }) => body)).toEqual([
    { faxnumber: '2125550101', id: '601', domain: 'fax.example.com', password: 'abcdef' },
    {
      faxnumber: '2125550101',
      id: '601',
      domain: 'fax.example.com',
      password: 'abcdef',
      email: 'new@example.com',
    },
  ]);
});

test('what is typed while a change is saved and loaded again stays', async () => {
  await open([ACCOUNT]);
  await push('Manage 212-555-0101');
  await type(input('email'), 'new@example.com');
  const loaded = Promise.withResolvers<unknown>();
  server[LIST] = () => loaded.promise;
  await push('Update account');
  expect(said()).toBe('User data were updated.');
  await type(input('password'), 'abcdef');
  loaded.resolve(listOf([{ ...ACCOUNT, email: 'new@example.com' }]));
  await settle();
  expect([input('email').value, input('password').value]).toEqual(['new@example.com', 'abcdef']);
  expect(button('Update account').disabled).toBe(false);
});

test('[MFA-33] [MFA-34] [MFA-35] a deleted service says so, and the list comes back after 1.5 s', async () => {
  await open([ACCOUNT]);
  await push('Manage 212-555-0101');
  vi.useFakeTimers();
  await click(button('Delete service'));
  await settle();
  expect(document.body.textContent).toContain('kept for 5 days, and its number stays reserved for 1 year.');
  await sure();
  expect(said()).toBe('Service was removed.');
  expect([button('Delete service').disabled, button('Update account').disabled]).toEqual([true, true]);
  await settle(1400);
  expect(find(page.place, 'h1').textContent).toBe('212-555-0101');
  await settle(200);
  expect(find(page.place, 'h1').textContent).toBe('Fax accounts');
  expect(callsOf('POST', 'deleteService.json')[0]?.body).toEqual({
    password: '',
    email: 'ops@example.com',
    faxnumber: '2125550101',
    id: '601',
    domain: 'fax.example.com',
    parentId: '9',
    parentDomain: 'fax.example.com',
  });
});

test('[MFA-37] an account under HIPAA shows domains as unavailable, in the list and on its page', async () => {
  await open([{ ...ACCOUNT, isHIPAA: true, whiteDomainsList: [] }]);
  expect(text()).toContain('Unavailable');
  await push('Manage 212-555-0101');
  expect(text()).toContain('UnavailableHIPAA accounts can’t send faxes by email.');
  expect(() => button('Add domain')).toThrow('no button');
});

test('[MFA-31] [MFA-32] secondary emails name the account in every call and end at five', async () => {
  server['GET SubAccount.json'] = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    Email: `${name}@example.com`,
    ReceiveFaxes: '1',
    SendFaxes: '0',
  }));
  await open([ACCOUNT]);
  await push('Manage 212-555-0101');
  expect(callsOf('GET', 'SubAccount.json')[0]?.query.get('uid')).toBe('601');
  expect(button('Add email').disabled).toBe(true);
  await click(findInput(document.body, 'input[aria-label="a@example.com sends faxes"]'));
  await settle();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    email: 'a@example.com',
    uid: '601',
    ReceiveFaxes: '1',
    SendFaxes: '1',
  });
});

test('an account that was removed in another window says so when it is changed', async () => {
  await open([ACCOUNT]);
  await push('Manage 212-555-0101');
  await type(input('email'), 'new@example.com');
  server['POST changeService.json'] = refusal(404, 'NOT_FOUND');
  server[LIST] = listOf([]);
  await push('Update account');
  expect(text()).toContain('This account no longer exists.');
});
