// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { dialogText, reset } from '../preferences-for-test.tsx';
import { EmailToFaxPage } from './email-to-fax-page.tsx';

let page: Rendered;
const BOTH = { Email: 'dana@example.com', ReceiveFaxes: '1', SendFaxes: '1' };
const NEW = { Email: 'new@example.com', ReceiveFaxes: '0', SendFaxes: '1', Pending: '1' };
const READS = { Email: 'reads@example.com', ReceiveFaxes: '1', SendFaxes: '0' };
const HELP = {
  allowed: true,
  domain: 'fax.example.com',
  address: '2125550100@fax.example.com',
  from: '{number}.2125550100@fax.example.com',
  senders: ['owner@example.com', 'dana@example.com'],
  domains: ['clinic.example'],
};

beforeEach(() => {
  reset();
  server['GET SubAccount.json'] = [BOTH, NEW, READS];
  server['GET sendByEmail'] = HELP;
  server['GET appPasswords'] = { passwords: [] };
});
afterEach(() => page.close());

const section = () => page.place.querySelector('[aria-labelledby=senders-title]');
const rows = () => [...(section()?.querySelectorAll('li') ?? [])].map((row) => row.textContent);

test('names who may send, each with its state', async () => {
  page = await openPage(<EmailToFaxPage />);
  expect(rows()).toEqual([
    'owner@example.comYour account addressCan send',
    'dana@example.comAlso receives your faxesCan send',
    'new@example.comSends faxes onlyNot confirmed yetSend the link again',
    '@clinic.exampleEvery address of this domainCan send',
  ]);
});

test('an owner’s address that is not proved can’t send', async () => {
  server['GET sendByEmail'] = { ...HELP, senders: [], domains: [] };
  page = await openPage(<EmailToFaxPage />);
  expect(rows()[0]).toBe('owner@example.comYour account addressNot confirmed yet');
});

test('an address that is added sends; the server is asked again who may', async () => {
  page = await openPage(<EmailToFaxPage />);
  expect(callsOf('GET', 'sendByEmail')).toHaveLength(1);
  await click(button('Add an address'));
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input');
  if (!field) throw new Error('there is no field');
  await type(field, 'lee@example.com');
  server['GET SubAccount.json'] = [BOTH, NEW, READS, { ...NEW, Email: 'lee@example.com' }];
  await click(button('Add address'));
  await settle();
  expect(callsOf('POST', 'SubAccount.json')[0]?.body).toMatchObject({
    email: 'lee@example.com',
    ReceiveFaxes: '0',
    SendFaxes: '1',
  });
  expect(rows()).toContain('lee@example.comSends faxes onlyNot confirmed yetSend the link again');
  expect(callsOf('GET', 'sendByEmail')).toHaveLength(2);
});

test('an address that receives faxes only stops sending; any other one is removed after a question', async () => {
  page = await openPage(<EmailToFaxPage />);
  await click(button('Stop dana@example.com from sending'));
  await settle();
  expect(callsOf('PUT', 'SubAccount.json')[0]?.body).toMatchObject({ email: BOTH.Email, SendFaxes: '0' });
  await click(button('Stop new@example.com from sending'));
  expect(dialogText()).toContain('Remove new@example.com?');
  expect(callsOf('DELETE', 'SubAccount.json')).toEqual([]);
});

test('an account with health records has no list', async () => {
  server['GET sendByEmail'] = { ...HELP, allowed: false };
  page = await openPage(<EmailToFaxPage />);
  expect(section()).toBeNull();
  expect(page.place.textContent).toContain('This account can’t send faxes by email.');
});
