// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { mainInterface } from '#contract/mailbox/account.ts';
import { people } from '#contract/identity/people.ts';
import { callApi } from './call-api.ts';
import { clearSession, openSession } from './session-store.ts';

const sent: string[] = [];
vi.stubGlobal('fetch', async (url: string) => {
  const { pathname } = new URL(url, 'http://fax.test');
  sent.push(pathname);
  const alive = { valid: true, kind: 'user', node: 'n1', expiresIn: 9 };
  return await Promise.resolve(
    new Response(JSON.stringify(pathname.endsWith('checkAuthToken') ? alive : {})),
  );
});

test('once a session has ended, a page that is left asks for nothing until somebody logs in', async () => {
  openSession('n1');
  clearSession();
  await expect(callApi(mainInterface)).rejects.toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
  await expect(callApi(people)).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual([]);
  openSession('n1');
  await callApi(mainInterface);
  expect(sent).toContain('/api/n1/db/f2e/MainInterface.json');
});
