// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ANSWERS, calls, heading, open, place, until, world } from './app-for-test.tsx';
import { banners } from '#web/ui/banner-list.tsx';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';

const GOOD = 'Harbor7light!';
const KEY = 'k'.repeat(43);
const NO = { valid: false, expired: false, alreadyVerified: false, redirectVerify: false, verify: '' };

ANSWERS['passwordRules.json'] = {
  PasswordMin: 10,
  PasswordMax: 20,
  Features: [
    { ID: '1', HostopianID: '1', Required: '1', Feature: '/[a-z]/', Comment: 'a lowercase letter' },
    { ID: '2', HostopianID: '1', Required: '1', Feature: '/[0-9]/', Comment: 'a number' },
    { ID: '3', HostopianID: '1', Required: '1', Feature: '/[/', Comment: 'damaged' },
  ],
};
ANSWERS['forgotPassword.json'] = { success: true };
ANSWERS['resetPassword.json'] = { success: true };
ANSWERS['resetLogins.json'] = { logins: [] };

afterEach(() => banners.clear());

const button = (words: string) => {
  const found = [...place().querySelectorAll('button')].find((one) => one.textContent === words);
  if (!found) throw new Error(`no button says ${words}`);
  return found;
};
const field = (name: string) => findInput(place(), `input[name=${name}]`);
const posted = (name: string) => {
  const call = calls.find(({ path }) => path.endsWith(`/${name}`));
  return call && (JSON.parse(call.init?.body as string) as unknown);
};
const list = () =>
  [...place().querySelectorAll('.chk li')].map((li) => [li.textContent, li.hasAttribute('data-met')]);

test('[LOGIN-06] the login page leads to the page for a forgotten password', async () => {
  await open('/login');
  await click(find(place(), 'a[href="/forgot-password"]'));
  await until(() => expect(heading()).toBe('Forgot your password?'));
});

test('[FORGOT-01] [FORGOT-02] the fax number takes digits only; Cancel leads back', async () => {
  await open('/forgot-password');
  expect(button('Send email').disabled).toBe(true);
  await type(field('username'), '212x');
  expect(place().textContent).toContain('Fax number can only contain numbers');
  expect(button('Send email').disabled).toBe(true);
  await click(button('Cancel'));
  await until(() => expect(location.pathname).toBe('/login'));
});

test('Enter twice asks for one mail', async () => {
  await open('/forgot-password');
  await type(field('username'), '2125550100');
  const form = find(place(), 'form');
  await act(async () => {
    for (let press = 0; press < 2; press++)
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await until(() => expect(location.pathname).toBe('/login'));
  expect(calls.filter(({ path }) => path.endsWith('forgotPassword.json'))).toHaveLength(1);
  await until(() => expect(place().querySelectorAll('.notes .note')).toHaveLength(1));
});

test('[FORGOT-03] [FORGOT-04] [FORGOT-05] Send email asks, then the login page says that a mail is on its way', async () => {
  await open('/forgot-password');
  await type(field('username'), '2125550100');
  await click(button('Send email'));
  await until(() => expect(location.pathname).toBe('/login'));
  expect(posted('forgotPassword.json')).toEqual({
    faxnumber: '2125550100',
    username: '2125550100',
    domain: 'localhost',
  });
  expect(find(place(), '.note[data-tone=ok]').textContent).toBe(
    'An Email has been sent, you should receive it shortly.',
  );
});

test('[FORGOT-06] a failure says so on the login page', async () => {
  await open('/forgot-password');
  world.statuses = { 'forgotPassword.json': 503 };
  await type(field('username'), '2125550100');
  await click(button('Send email'));
  await until(() => expect(location.pathname).toBe('/login'));
  expect(find(place(), '.note[data-tone=bad]').textContent).toBe('Service unavailable. Please try again.');
});

test('[RESET-02] [RESET-03] [RESET-05] [RESET-06] [RESET-07] the checklist follows every key; both fields decide', async () => {
  await open(`/reset-password?token=${KEY}`);
  const [password, confirm] = [field('new-password'), field('confirm-password')];
  expect([password.maxLength, confirm.maxLength, password.type]).toEqual([32, 32, 'password']);
  expect(button('Change password').disabled).toBe(true);
  await until(() =>
    expect(list()).toEqual([
      ['10 to 20 charactersnot met', false],
      ['A lowercase letternot met', false],
      ['A numbernot met', false],
    ]),
  );
  const met = async (typed: string) => {
    await type(password, typed);
    return list().map(([, done]) => done);
  };
  expect(await met('a')).toEqual([false, true, false]);
  expect(await met('a1')).toEqual([false, true, true]);
  expect(await met('a23456789')).toEqual([false, true, true]);
  expect(await met('a234567890')).toEqual([true, true, true]);
  expect(await met('a'.repeat(20))).toEqual([true, true, false]);
  expect(await met(`${'a'.repeat(20)}1`)).toEqual([false, true, true]);
  await type(password, 'a234567890');
  expect(button('Change password').disabled).toBe(true);
  await type(confirm, 'a23');
  expect(place().textContent).not.toContain('The passwords don’t match.');
  await type(confirm, 'a24');
  expect(place().textContent).toContain('The passwords don’t match.');
  expect(button('Change password').disabled).toBe(true);
  await type(confirm, 'a234567890');
  expect(place().textContent).not.toContain('The passwords don’t match.');
  expect(button('Change password').disabled).toBe(false);
});

test('a second password that is too short is said when the field is left', async () => {
  await open(`/reset-password?token=${KEY}`);
  await type(field('new-password'), GOOD);
  await type(field('confirm-password'), 'Harb');
  await act(async () =>
    field('confirm-password').dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  );
  expect(place().textContent).toContain('The passwords don’t match.');
});

async function choose(): Promise<void> {
  await type(field('new-password'), GOOD);
  await type(field('confirm-password'), GOOD);
  await click(button('Change password'));
}

test.each([
  [`token=${KEY}`, { token: KEY }],
  [`verify=1&id=77&key=${KEY}`, { verify: '1', id: '77', key: KEY }],
])(
  '[RESET-01] [RESET-08] [RESET-09] the link %s is sent, leaves the address, and ends at the login page',
  async (query, link) => {
    await open(`/reset-password?${query}`);
    await until(() => expect(location.search).toBe(''));
    await choose();
    await until(() => expect(location.pathname).toBe('/login'));
    expect(posted('resetPassword.json')).toEqual({
      ...link,
      new_password: GOOD,
      domain: 'localhost',
      keep: [],
    });
    expect(find(place(), '.note[data-tone=ok]').textContent).toBe('Password was changed.');
  },
);

test('an address without a whole link leads on instead of asking for two passwords', async () => {
  await open('/reset-password?verify=1&id=77');
  await until(() => expect(heading()).toBe('This link isn’t valid'));
  expect(place().querySelector('input')).toBeNull();
  expect(calls.some(({ path }) => path.endsWith('resetLogins.json'))).toBe(false);
  await click(button('Go to login'));
  await until(() => expect(location.pathname).toBe('/login'));
});

test('a link that is used up says so before two passwords are typed', async () => {
  world.statuses = { 'resetLogins.json': 412 };
  world.code = 'TOKEN_USED';
  await open(`/reset-password?token=${KEY}`);
  await until(() => expect(find(place(), '.note[data-tone=bad] a').textContent).toBe('Request a new link'));
  expect(place().textContent).not.toContain('Service unavailable');
});

test('other logins that can’t be loaded are reported, with what happens to them, and loaded on request', async () => {
  world.statuses = { 'resetLogins.json': 503 };
  await open(`/reset-password?token=${KEY}`);
  await until(() => expect(find(place(), '.note[data-tone=bad]').textContent).toContain('the last 30 days'));
  world.statuses = {};
  await click(button('Try again'));
  await until(() => expect(place().querySelector('.note[data-tone=bad]')).toBeNull());
  await choose();
  await until(() => expect(posted('resetPassword.json')).toMatchObject({ keep: [] }));
});

test('[RESET-04] [RESET-10] a failure stays on the page with its sentence; Cancel leads to the login page', async () => {
  await open(`/reset-password?token=${KEY}`);
  world.statuses = { 'resetPassword.json': 412 };
  await choose();
  await until(() =>
    expect(find(place(), '.note[data-tone=bad]').textContent).toContain(
      'Service unavailable. Please try again.',
    ),
  );
  expect(location.pathname).toBe('/reset-password');
  await click(button('Cancel'));
  await until(() => expect(location.pathname).toBe('/login'));
});

test.each([
  [NO, 'This link isn’t valid', 'Go to login'],
  [{ ...NO, expired: true }, 'This link has expired', 'Forgot password'],
  [{ ...NO, valid: true, alreadyVerified: true }, 'This address is already verified', 'Go to login'],
  [{ ...NO, valid: true, verify: '1' }, 'Your address is verified', 'Go to login'],
])(
  '[VERIFY-01] [VERIFY-03] [VERIFY-04] [VERIFY-05] [VERIFY-07] %j shows «%s»',
  async (verification, words, action) => {
    ANSWERS['verify.json'] = { ...verification, verification };
    await open(`/verify?id=77&key=${KEY}`);
    await until(() => expect(heading()).toBe(words));
    expect(posted('verify.json')).toEqual({ id: 77, key: KEY, domain: 'localhost' });
    expect(calls.filter(({ path }) => path.endsWith('verify.json'))).toHaveLength(1);
    await until(() => expect(location.search).toBe(''));
    expect([...place().querySelectorAll('.outcome button')].map((one) => one.textContent)).toEqual([action]);
  },
);

test('[VERIFY-06] an account without a password goes on to choose one, in verify mode', async () => {
  const verification = { ...NO, valid: true, redirectVerify: true, verify: '1' };
  ANSWERS['verify.json'] = { ...verification, verification };
  const replaced: string[] = [];
  const replace = history.replaceState.bind(history);
  history.replaceState = (data, unused, url) => {
    replaced.push(String(url));
    replace(data, unused, url);
  };
  await open(`/verify?id=77&key=${KEY}`);
  await until(() => expect(heading()).toBe('Choose a new password'));
  history.replaceState = replace;
  expect(
    replaced.some((url) => /\/reset-password\?(?=.*\bverify=1\b)(?=.*\bid=77\b)(?=.*\bkey=k{43})/u.test(url)),
  ).toBe(true);
  await choose();
  await until(() => expect(location.pathname).toBe('/login'));
  expect(posted('resetPassword.json')).toMatchObject({ verify: '1', id: '77', key: KEY });
});

test('[VERIFY-08] a failing call shows that it could not be checked; the address keeps the link', async () => {
  world.statuses = { 'verify.json': 500 };
  await open(`/verify?id=77&key=${KEY}`);
  await until(() => expect(heading()).toBe('We couldn’t check this link'));
  expect(location.search).toContain(KEY);
});
