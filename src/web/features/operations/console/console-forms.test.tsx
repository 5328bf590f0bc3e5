// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hold, server } from '#web/kit/false-server-for-test.tsx';
import { freshHistory, hasButton, openPage, push, settle } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { AccountPage } from './account-page.tsx';
import { BrandPage } from './brand-page.tsx';
import { startConsole } from './console-for-test.ts';
import { TwoStepCard } from './two-step-card.tsx';

const BRAND = {
  hid: '2',
  name: 'Harbor',
  title: 'Harbor Fax',
  lang: 'en',
  color: '#123456',
  origin: null,
  domains: ['fax.example.com'],
  isDefault: false,
  mcp: false,
  logo: '',
  banner: '',
  favicon: '',
  helpUrl: '',
  sendDomain: '',
  cancellationEmail: '',
  billingPortal: '',
  serviceTransfer: '',
  passwordMin: 8,
  passwordMax: 32,
  passwordRules: null,
};
const ACCOUNT = {
  uid: '7',
  number: '2125550100',
  pendingNumber: null,
  email: 'a@example.com',
  state: 'active',
  monthLimit: null,
  dayCalls: null,
  dayPages: null,
  dayPerNumber: null,
  options: '',
  product: null,
  parentId: null,
  hipaa: false,
  lastLoginAt: null,
  hid: '2',
  createdAt: '2026-11-20T12:00:00Z',
  erased: false,
  closesAt: null,
  limits: { dayCalls: 1, dayPages: 2, dayPerNumber: 3 },
  international: true,
  stationId: '',
  hasPassword: true,
};

let shown: Rendered;
beforeEach(async () => {
  await startConsole({
    'GET brands': { brands: [BRAND] },
    'GET words': { languages: ['en'], rows: [], more: false },
    'GET account': { account: ACCOUNT, sessions: [], months: [] },
  });
});
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

/** The field under a label. */
function field(label: string): HTMLInputElement {
  const found = [...shown.place.querySelectorAll('label')].find((one) => one.textContent === label);
  return findInput(shown.place, `[id="${found?.htmlFor ?? ''}"]`);
}
/** Saves the form of a field. */
const saveOf = async (label: string) => {
  const form = field(label).closest('form');
  await click(find(form ?? shown.place, '[type=submit]'));
  await settle();
};

test('saving one card of a brand loses nothing of what is typed in the others', async () => {
  shown = await openPage(<BrandPage id="2" />);
  await type(field('Name'), 'Harbour');
  await type(field('Billing portal'), 'https://pay.example.com');
  await type(field('Minimum length'), '9');
  const give = hold('PUT brand');
  await saveOf('Name');
  await type(field('Title'), 'Harbour Fax');
  server['GET brands'] = { brands: [{ ...BRAND, name: 'Harbour', passwordMax: 40 }] };
  give({ success: true });
  await settle();
  const labels = ['Name', 'Title', 'Billing portal', 'Minimum length', 'Maximum length'];
  expect(labels.map((label) => field(label).value)).toEqual([
    'Harbour',
    'Harbour Fax',
    'https://pay.example.com',
    '9',
    '40',
  ]);
});

test('leaving a page of the console with forms that are not saved asks once', async () => {
  const history = freshHistory();
  shown = await openPage(<BrandPage id="2" />, history);
  await type(field('Name'), 'Harbour');
  await type(field('Billing portal'), 'https://pay.example.com');
  localStorage.clear();
  const leave = async () => {
    history.push('/operator/brands');
    await settle();
  };
  await leave();
  await push('Keep editing');
  expect([history.location.pathname, field('Name').value]).toEqual(['/', 'Harbour']);
  await leave();
  await push('Discard');
  expect([hasButton('Keep editing'), history.location.pathname]).toEqual([false, '/operator/brands']);
});

test('a card of an account keeps what is typed while it is saved', async () => {
  shown = await openPage(<AccountPage id="7" />);
  const give = hold('PUT account');
  await type(field('Email'), 'b@example.com');
  await type(field('Faxes'), '50');
  await saveOf('Email');
  await type(field('Pages a month'), '900');
  server['GET account'] = { account: { ...ACCOUNT, email: 'b@example.com' }, sessions: [], months: [] };
  give({ success: true });
  await settle();
  expect(['Email', 'Pages a month', 'Faxes'].map((label) => field(label).value)).toEqual([
    'b@example.com',
    '900',
    '50',
  ]);
});

test('recovery codes ask before the page is left', async () => {
  server['POST second-step'] = { data: { secret: 's', uri: 'otpauth://x' } };
  server['PUT second-step'] = { data: { recoveryCodes: ['a', 'b'] } };
  const history = freshHistory();
  shown = await openPage(<TwoStepCard left={0} on={false} />, history);
  await type(findInput(shown.place, 'input[name=step-password]'), 'p');
  await push('Turn on');
  await type(findInput(shown.place, 'input[name=code]'), '123456');
  await push('Confirm');
  history.push('/elsewhere');
  await settle();
  await push('Go back');
  expect(history.location.pathname).toBe('/');
});
