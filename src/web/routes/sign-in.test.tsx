// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import {
  ANSWERS,
  calls,
  heading,
  logIn,
  number,
  open,
  password,
  place,
  submit,
  until,
  world,
} from './app-for-test.tsx';
import { currentSession, openSession } from '#web/kit/session-store.ts';
import { click, find, type } from '#web/ui/render-for-test.tsx';

const disabled = () => submit().hasAttribute('disabled');

test('[LOGIN-01] [LOGIN-02] [LOGIN-03] the number takes 10 characters, digits only; the password 32, masked', async () => {
  await open('/login');
  expect([number().maxLength, password().maxLength, password().type]).toEqual([10, 32, 'password']);
  expect(place().textContent).not.toContain('Fax number can only contain numbers');
  await type(number(), '212a');
  expect(place().textContent).toContain('Fax number can only contain numbers');
  expect(number().getAttribute('aria-invalid')).toBe('true');
});

test('[LOGIN-04] [LOGIN-05] Log in is disabled until both fields are filled and valid', async () => {
  await open('/login');
  expect(disabled()).toBe(true);
  await type(number(), '2125550100');
  expect(disabled()).toBe(true);
  await type(password(), 'x');
  expect(disabled()).toBe(false);
  await type(number(), '21255501OO');
  expect(disabled()).toBe(true);
  await type(number(), '');
  expect(disabled()).toBe(true);
});

test('[LOGIN-07] [LOGIN-10] [LOGIN-13] login asks for the node with host name, then logs in there with Basic and no body', async () => {
  await open('/login');
  const places = history.length;
  await logIn();
  await until(() => expect(location.pathname).toBe('/dashboard'));
  // Back does not lead to the form, because visiting it ends the session.
  expect(history.length).toBe(places);
  const [node, cookie] = calls.filter((call) => call.init?.method === 'POST');
  expect(node?.path).toBe('/api/faxui/getNode.json');
  expect(JSON.parse(node?.init?.body as string)).toEqual({
    username: '2125550100',
    password: 'secret',
    domain: 'localhost',
  });
  expect(cookie?.path).toBe('/api/n7/auth/login/faxuser.cookie');
  expect(new Headers(cookie?.init?.headers).get('Authorization')).toBe(`Basic ${btoa('2125550100:secret')}`);
  expect(cookie?.init?.body).toBeUndefined();
  expect([localStorage.getItem('f2e.token'), localStorage.getItem('f2e.node')]).toEqual(['true', 'n7']);
});

test('Enter twice is one login: the page takes nothing while it waits', async () => {
  await open('/login');
  await type(number(), '2125550100');
  await type(password(), 'secret');
  const held = Promise.withResolvers<unknown>();
  const before = ANSWERS['getNode.json'];
  ANSWERS['getNode.json'] = held.promise;
  const form = find(place(), 'form');
  const enter = () =>
    act(async () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await enter();
  await enter();
  expect(form.closest('[inert]')).not.toBeNull();
  held.resolve(before);
  await until(() => expect(location.pathname).toBe('/dashboard'));
  ANSWERS['getNode.json'] = before;
  expect(calls.filter(({ path }) => path.endsWith('getNode.json'))).toHaveLength(1);
  await until(() => expect(place().querySelector('[inert]')).toBeNull());
});

test('[LOGIN-12] a failed login leaves nothing of a former user', async () => {
  await open('/login');
  openSession('n1');
  world.statuses = { 'getNode.json': 412 };
  await logIn();
  await until(() => expect(place().textContent).toContain('Incorect fax number/password. Please try again.'));
  expect(currentSession().token).toBe(false);
});

test('the number has the focus; a wrong password is emptied and focused, and what is typed then takes the banner away', async () => {
  await open('/login');
  expect(document.activeElement).toBe(number());
  world.statuses = { 'getNode.json': 412 };
  await logIn();
  await until(() => expect(place().querySelector('[role=alert]')).not.toBeNull());
  expect([password().value, number().value]).toEqual(['', '2125550100']);
  await until(() => expect(document.activeElement).toBe(password()));
  await type(number(), '212555010x');
  expect(place().textContent).toContain('Fax number can only contain numbers');
  expect(place().textContent).not.toContain('Incorect fax number/password.');
});

test('[LOGIN-15] a rate limit shows the words of the server; a fault stops the waiting, says so neutrally, and the form works again', async () => {
  await open('/login');
  world.statuses = { 'getNode.json': 429 };
  await logIn();
  await until(() => expect(find(place(), '[role=alert]').textContent).toBe('Words.'));
  expect(password().value).toBe('secret');
  world.statuses = { 'getNode.json': 500 };
  await click(submit());
  await until(() => expect(place().textContent).toContain('The service can’t be reached. Try again.'));
  expect(place().querySelector('.overlay')).toBeNull();
  expect(disabled()).toBe(false);
});

test("an account of another domain: the credentials are posted as a form to that domain's login page", async () => {
  ANSWERS['getNode.json'] = {
    status: true,
    node: 'n7',
    redirect: { status: true, domain: 'fax.other.test:8080' },
  };
  await open('/login');
  await logIn();
  ANSWERS['getNode.json'] = { status: true, node: 'n7', redirect: { status: false, domain: '' } };
  await until(() => expect(world.submitted).not.toBeNull());
  expect(world.submitted).toEqual({
    action: 'http://fax.other.test:8080/login',
    method: 'post',
    username: '2125550100',
    password: 'secret',
    domain: 'fax.other.test:8080',
  });
  expect(currentSession().token).toBe(false);
});

test('a login handed over from another domain opens the session without a stored token', async () => {
  await open('/dashboard?handoff=1');
  await until(() =>
    expect([location.pathname, location.search, heading()]).toEqual(['/dashboard', '', 'Dashboard here']),
  );
  expect(currentSession()).toEqual({ token: true, kind: 'user', node: 'n7' });
});

test('a refused handed-over login says so', async () => {
  await open('/login?error=1');
  expect(find(place(), '[role=alert]').textContent).toBe('Incorect fax number/password. Please try again.');
});
