// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { mainInterface } from '#contract/mailbox/account.ts';
import { getBrandingData, getNewClientStatus } from '#contract/brands/branding.ts';
import { defineCall } from '#contract/kit/call.ts';
import { checkAuthToken, getNode, login, logout } from '#contract/identity/sessions.ts';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { callAhead, callApi, callUrl, forgetTokenCheck, onSignedOut, setCallLanguage } from './call-api.ts';
import { clearSession, currentSession, openSession } from './session-store.ts';

interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

const sent: Sent[] = [];
let answer: (path: string) => Response | Promise<Response>;
const signedOut = vi.fn<() => void>();

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const alive = { valid: true, kind: 'user', node: 'n1', expiresIn: 9 };
const ask = () => callApi(mainInterface);
const paths = () => sent.map((one) => one.path);
vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  const { pathname, searchParams } = new URL(url, 'http://fax.test');
  const headers = new Headers(init.headers);
  sent.push({ method: init.method ?? '', path: pathname, query: searchParams, headers, body: init.body });
  return answer(pathname);
});

beforeEach(() => {
  sent.length = 0;
  signedOut.mockClear();
  forgetTokenCheck();
  onSignedOut(signedOut);
  document.cookie = 'access-token=proof';
  openSession('n1');
  answer = (path) => json(path.endsWith('checkAuthToken') ? alive : {});
});

const password = defineCall({
  method: 'PUT',
  path: '/api/{n}rrad/f2e/Password.json',
  access: 'user',
  summary: '',
  body: z.object({ old: z.string() }),
  reply: z.unknown(),
});
const service = defineCall({
  method: 'GET',
  path: '/api/db/list/X.json',
  access: 'user',
  summary: '',
  reply: z.unknown(),
});
const upload = defineCall({
  method: 'POST',
  path: '/api/faxui/sendFax',
  access: 'user',
  summary: '',
  multipart: true,
  reply: z.unknown(),
});

test('[CALL-01] [CALL-02] every request carries the JSON content type, multipart excepted, and an accept header', async () => {
  await callApi(getBrandingData, { query: { fax_domain: 'x' } });
  await callApi(logout);
  await callApi(upload, { body: new FormData() });
  expect(sent.map((one) => one.headers.get('Content-Type'))).toEqual([
    'application/json',
    'application/json',
    null,
  ]);
  for (const one of sent) expect(one.headers.get('Accept')).toBe('application/json, text/plain, */*');
});

test('[CALL-03] the language header is the locale', async () => {
  setCallLanguage('es');
  await callApi(logout);
  setCallLanguage('en');
  await callApi(logout);
  expect(sent.map((one) => one.headers.get('Accept-Language'))).toEqual(['es', 'en']);
});

test('[CALL-04] login, db/f2e and rrad/f2e paths get the node after /api/', async () => {
  await callApi(login, { basic: { username: 'a', password: 'b' }, node: 'n2' });
  await callApi(mainInterface);
  await callApi(password, { body: { old: '' } });
  expect(paths().filter((path) => !path.endsWith('checkAuthToken'))).toEqual([
    '/api/n2/auth/login/faxuser.cookie',
    '/api/n1/db/f2e/MainInterface.json',
    '/api/n1/rrad/f2e/Password.json',
  ]);
  clearSession();
  expect(callUrl(mainInterface)).toBe('/api/db/f2e/MainInterface.json');
});

test('[CALL-05] faxui, db/list and checkAuthToken paths get none', async () => {
  await callApi(logout);
  await callApi(service);
  await callApi(checkAuthToken);
  expect(paths()).toEqual(['/api/faxui/logout.json', '/api/db/list/X.json', '/api/checkAuthToken']);
});

test('[CALL-06] paths stand under the base path unless they contain /ajax', async () => {
  document.head.innerHTML = '<meta name="f2e-public-path" content="/fax/">';
  vi.resetModules();
  const fresh = await import('./call-api.ts');
  document.head.innerHTML = '';
  await fresh.callApi(getBrandingData, { query: { fax_domain: 'x' } });
  await fresh.callApi(getNewClientStatus);
  expect(paths()).toEqual(['/fax/api/faxui/getBrandingPerDomain.json', '/ajax/ajaxisnewpanelenabled.php']);
});

test('[CALL-07] GET calls to api/ carry the time against caching, others do not', async () => {
  const before = Date.now();
  await callApi(checkAuthToken);
  await callApi(logout);
  await callApi(getNewClientStatus);
  expect(Number(sent[0]?.query.get('time'))).toBeGreaterThanOrEqual(before);
  expect(sent.slice(1).map((one) => one.query.has('time'))).toEqual([false, false]);
});

test('[LOGIN-11] [AUTH-09] login calls omit the token header; every other call takes it from the cookie', async () => {
  await callApi(getNode, { body: { username: '2', password: 'p', domain: 'd' } });
  await callApi(login, { basic: { username: '2', password: 'p' } });
  await callApi(logout);
  await callApi(mainInterface);
  expect(sent.map((one) => one.headers.get('X-Access-Token'))).toEqual([
    null,
    null,
    'proof',
    'proof',
    'proof',
  ]);
});

test('credentials go as UTF-8', async () => {
  await callApi(login, { basic: { username: '2125550100', password: 'pässwörd€' } });
  const basic = sent[0]?.headers.get('Authorization')?.replace('Basic ', '') ?? '';
  expect(new TextDecoder().decode(Uint8Array.from(atob(basic), (c) => c.charCodeAt(0)))).toBe(
    '2125550100:pässwörd€',
  );
  expect(sent[0]?.body).toBeUndefined();
});

test('[AUTH-04] five calls at once share one check; a failing check ends the session and none of the calls is made', async () => {
  await Promise.all(Array.from({ length: 5 }, () => callApi(mainInterface)));
  expect(paths().filter((path) => path === '/api/checkAuthToken')).toHaveLength(1);
  expect(paths()[0]).toBe('/api/checkAuthToken');
  expect(paths()).toHaveLength(6);

  sent.length = 0;
  forgetTokenCheck();
  answer = () => json({ success: false, error: 'AUTH_REQUIRED', message: '' }, 401);
  const made = await Promise.allSettled([callApi(mainInterface), callApi(password, { body: { old: '' } })]);
  expect(made.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(paths()).toEqual(['/api/checkAuthToken']);
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(currentSession().token).toBe(false);
});

test('a check that succeeded less than 5 s ago counts, an older one does not', async () => {
  vi.useFakeTimers();
  await callApi(mainInterface);
  vi.advanceTimersByTime(4999);
  await callApi(mainInterface);
  expect(paths().filter((path) => path === '/api/checkAuthToken')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await callApi(mainInterface);
  expect(paths().filter((path) => path === '/api/checkAuthToken')).toHaveLength(2);
  vi.useRealTimers();
});

test('[F-client-03] a 401 ends the session; server faults, refusals and a dead network do not', async () => {
  for (const status of [500, 502, 503, 404, 412, 403]) {
    answer = () => json({ success: false, error: 'X', message: 'words' }, status);
    await expect(callApi(service)).rejects.toMatchObject({ status, code: 'X', message: 'words' });
  }
  answer = () => Promise.reject(new TypeError('offline'));
  await expect(callApi(service)).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  await expect(callApi(mainInterface)).rejects.toMatchObject({ status: 0 });
  expect(signedOut).not.toHaveBeenCalled();
  expect(currentSession().token).toBe(true);

  answer = () => json({ success: false, error: 'AUTH_REQUIRED', message: '' }, 401);
  await expect(callApi(service)).rejects.toBeInstanceOf(ApiError);
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(currentSession().token).toBe(false);
  // A late response to a call of the session that has ended.
  await expect(callApi(service)).rejects.toBeInstanceOf(ApiError);
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test('a session of the other kind counts as none (spec decisions 1.7)', async () => {
  answer = () => json({ success: false, error: 'WRONG_SESSION_KIND', message: '' }, 403);
  await expect(callApi(service)).rejects.toMatchObject({ status: 403 });
  expect(signedOut).toHaveBeenCalledTimes(1);
});

test('[ERR-03] errors are passed on to whoever called: read from JSON first, then from the error page, then not at all', async () => {
  answer = () =>
    json({ success: false, error: 'VALIDATION', message: 'm', fields: { email: 'EMAIL_INVALID' } }, 400);
  await expect(callApi(service)).rejects.toMatchObject({
    code: 'VALIDATION',
    fields: { email: 'EMAIL_INVALID' },
  });
  answer = () =>
    new Response('<html><span id="error-code">NO</span><p id="error-message">Not now.</p></html>', {
      status: 412,
    });
  await expect(callApi(service)).rejects.toMatchObject({ status: 412, code: 'NO', message: 'Not now.' });
  answer = () => new Response('gateway <b>timeout', { status: 504 });
  await expect(callApi(service)).rejects.toMatchObject({ status: 504, code: 'UNREADABLE', message: '' });
});

test('the next identical call gets the response of a call ahead, once, unless it is stale, data changed or the session ended', async () => {
  let count = 0;
  answer = (path) => json(path.endsWith('checkAuthToken') ? alive : { number: (count += 1) });
  callAhead(mainInterface);
  expect(await ask()).toEqual({ number: 1 });
  expect(await ask()).toEqual({ number: 2 });
  callAhead(getBrandingData, { query: { fax_domain: 'a' } });
  expect(await callApi(getBrandingData, { query: { fax_domain: 'b' } })).toEqual({ number: 4 });
  expect(await callApi(getBrandingData, { query: { fax_domain: 'a' } })).toEqual({ number: 3 });
  vi.useFakeTimers({ toFake: ['Date'] });
  callAhead(mainInterface);
  vi.setSystemTime(Date.now() + 6000);
  expect(await ask()).toEqual({ number: 6 });
  vi.useRealTimers();
  callAhead(mainInterface);
  await callApi(password, { body: { old: '' } });
  expect(await ask()).toEqual({ number: 9 });
  callAhead(mainInterface);
  clearSession();
  openSession('n1');
  expect(await ask()).not.toEqual({ number: 10 });
});

test('a call ahead that fails fails for the one who needed it, and is made anew after that', async () => {
  answer = (path) => (path.endsWith('checkAuthToken') ? json(alive) : json({ error: 'X', message: '' }, 500));
  callAhead(mainInterface);
  await expect(callApi(mainInterface)).rejects.toMatchObject({ status: 500 });
  answer = (path) => json(path.endsWith('checkAuthToken') ? alive : { number: 1 });
  expect(await callApi(mainInterface)).toEqual({ number: 1 });
});
