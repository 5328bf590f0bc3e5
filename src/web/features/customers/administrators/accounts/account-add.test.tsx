// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBrand } from '#web/kit/brand.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, said, settle } from '#web/kit/open-page-for-test.tsx';
import { listOf, reset } from '../multifax-for-test.tsx';
import { isAccountEmail } from './account-email.ts';
import { AccountsPage } from './accounts-page.tsx';

let page: Rendered;
beforeEach(async () => {
  reset();
  server['GET MultifaxAccountInfo.json'] = listOf([]);
  server['GET MultifaxNewProductName.json'] = { Code: 'MF-X' };
  server['GET LocalNumberLocations.json'] = [
    {
      StateId: '33',
      StateName: 'New York',
      PoolEmpty: false,
      areas: [
        { AreaId: '212', AreaCode: '212', AreaName: 'Manhattan', PoolEmpty: true },
        { AreaId: '646', AreaCode: '646', AreaName: 'Manhattan', PoolEmpty: false },
      ],
    },
    { StateId: '6', StateName: 'Ohio', PoolEmpty: true, areas: [] },
  ];
  page = await openPage(<AccountsPage />);
  await push('Add account');
});
afterEach(() => page.close());

const email = () => findInput(page.place, 'input[name=email]');
const kind = (value: string) => click(findInput(page.place, `input[value=${value}]`));
const submit = () => find(page.place, 'button[type=submit]') as HTMLButtonElement;
const sent = () => callsOf('POST', 'addService.json').map(({ body }) => body);
const choose = async (name: string, value: string) => {
  const select = find(page.place, `select[name=${name}]`) as HTMLSelectElement;
  await act(async () => {
    Reflect.set(HTMLSelectElement.prototype, 'value', value, select);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
const common = {
  email: 'new@example.com',
  parentId: '9',
  freeServiceId: '44',
  parentDomain: 'fax.example.com',
  domain: 'localhost',
  productName: 'MF-X',
};

test('[MFA-13] [MFA-18] three kinds of number; the address has 6 to 128 characters', async () => {
  const labels = [...page.place.querySelectorAll('.mf-choice-label')].map((one) => one.textContent);
  expect(labels).toEqual(['Toll Free', 'Local US', 'Port Number']);
  expect(email().maxLength).toBe(128);
  await type(email(), 'a@b.c');
  expect(submit().disabled).toBe(true);
  await type(email(), 'a@b.co');
  expect(submit().disabled).toBe(false);
  const long = `${'n'.repeat(60)}@${'d'.repeat(63)}.co`;
  expect([long.length, isAccountEmail(`a${long}`), isAccountEmail(`ab${long}`)]).toEqual([127, true, false]);
});

test('[MFA-14] Egnyte is offered only where the brand uses it', async () => {
  expect(page.place.textContent).not.toContain('Egnyte');
  server['GET getBrandingPerDomain.json'] = {
    title: 'X',
    favicon: '',
    hid: '1',
    lang: 'en',
    egnyte: { isEgnyte: true },
  };
  await act(() => loadBrand());
  expect(page.place.textContent).toContain('Egnyte');
  server['GET getBrandingPerDomain.json'] = {
    title: 'X',
    favicon: '',
    hid: '1',
    lang: 'en',
    egnyte: { isEgnyte: false },
  };
  await act(() => loadBrand());
});

test('[MFA-22] [ROLE-02] a toll-free account is ordered with its product, slot and parent', async () => {
  await type(email(), 'new@example.com');
  await click(submit());
  await settle();
  expect(callsOf('GET', 'MultifaxNewProductName.json')[0]?.query.get('type')).toBe('tollfree');
  expect(sent()).toEqual([{ ...common, productType: 'tollfree' }]);
  expect(said()).toBe('New account was created.');
  await settle();
  expect(find(page.place, 'h1').textContent).toBe('Fax accounts');
});

test('[MFA-16] [MFA-17] [MFA-22] a local account needs state and area code; those without numbers cannot be chosen', async () => {
  await kind('local');
  await settle();
  await type(email(), 'new@example.com');
  expect(submit().disabled).toBe(true);
  expect([...page.place.querySelectorAll('option')].find((one) => one.value === '6')?.disabled).toBe(true);
  await choose('state', '33');
  expect(submit().disabled).toBe(true);
  expect([...page.place.querySelectorAll('option')].find((one) => one.value === '212')?.disabled).toBe(true);
  await choose('area', '646');
  await click(submit());
  await settle();
  expect(sent()).toEqual([{ ...common, productType: 'local', areaId: '646' }]);
});

test('[MFA-15] [MFA-22] a ported number has ten digits, whatever else is pasted with it', async () => {
  await kind('custom');
  await type(email(), 'new@example.com');
  const number = findInput(page.place, 'input[name=faxnumber]');
  await type(number, '617555013');
  expect(submit().disabled).toBe(true);
  await type(number, '(617) 555-01399');
  expect(number.value).toBe('6175550139');
  await click(submit());
  await settle();
  expect(sent()).toEqual([{ ...common, productType: 'custom', faxnumber: '6175550139' }]);
});

test('[MFA-21] [MFA-24] no product and a failure have their sentences; what was typed stays', async () => {
  await type(email(), 'new@example.com');
  server['GET MultifaxNewProductName.json'] = refusal(412, 'NO_PRODUCT');
  await click(submit());
  await settle();
  expect(said()).toBe('There are no correct products for current operation');
  expect(sent()).toEqual([]);
  server['GET MultifaxNewProductName.json'] = { Code: 'MF-X' };
  server['POST addService.json'] = refusal(412, 'NUMBER_IN_USE');
  await click(submit());
  await settle();
  expect(said()).toBe('Something went wrong. Please try again.');
  expect(page.place.textContent).toContain('Words about NUMBER_IN_USE.');
  expect(email().value).toBe('new@example.com');
});

test('leaving asks before what was typed is lost', async () => {
  await type(email(), 'new@example.com');
  await push('Cancel');
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Discard your changes?');
  await push('Keep editing');
  expect(email().value).toBe('new@example.com');
  await push('Cancel');
  await push('Discard');
  expect(button('Add account')).toBeDefined();
});

test('after a lost answer the form says that a repeat adds nothing twice, and sends the same call with the slot that is free now', async () => {
  await type(email(), 'new@example.com');
  server['POST addService.json'] = () => Promise.reject(new TypeError('The network is away.'));
  await click(submit());
  await settle();
  expect(said()).toContain('an account that was already added won’t be added twice');
  expect(email().value).toBe('new@example.com');
  server['POST addService.json'] = { success: true, data: { uid: '5', faxnumber: null, status: 'PENDING' } };
  server['GET MultifaxAccountInfo.json'] = { ...listOf([]), freeServiceId: null };
  await click(submit());
  await settle();
  const calls = callsOf('POST', 'addService.json');
  expect(calls.map(({ body }) => body?.['freeServiceId'])).toEqual(['44', null]);
  expect(calls[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(calls[1]?.key).toBe(calls[0]?.key);
});
