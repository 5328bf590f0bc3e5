// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { mainInterface } from '#contract/mailbox/account.ts';
import { people } from '#contract/identity/people.ts';
import { eventually } from '#web/ui/render-for-test.tsx';
import { callApi } from './call-api.ts';
import { clearSession, currentSession, openSession } from './session-store.ts';

const sent: string[] = [];
let held: Promise<Response> | undefined;
vi.stubGlobal('fetch', async (url: string) => {
  const { pathname } = new URL(url, 'http://fax.test');
  sent.push(pathname);
  if (held !== undefined && !pathname.endsWith('checkAuthToken')) return await held;
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

test.each([200, 401])(
  'a call ends with its session: what comes late (%i) does nothing to the next one',
  async (status) => {
    openSession('n1');
    const { promise, resolve } = Promise.withResolvers<Response>();
    held = promise;
    const began = vi.fn<() => void>();
    const call = callApi(people).then(began);
    await eventually(() => expect(sent.at(-1)).toContain('people'));
    clearSession();
    await expect(call).rejects.toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
    openSession('n2');
    resolve(new Response(JSON.stringify({ error: 'AUTH_REQUIRED' }), { status }));
    await promise;
    held = undefined;
    await callApi(people);
    expect(began).not.toHaveBeenCalled();
    expect(currentSession()).toEqual({ token: true, kind: 'user', node: 'n2' });
  },
);
