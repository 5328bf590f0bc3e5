// @vitest-environment jsdom
import { act } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FreshKey } from '#web/features/identity/api-keys/fresh-key.tsx';
import { RecoveryCodes } from '#web/features/identity/second-factor/recovery-codes.tsx';
import { SecretModal } from '#web/features/gateways/webhooks/secret-modal.tsx';
import { FreshAppPassword } from '#web/features/mailbox/preferences/email-to-fax/app-password-modal.tsx';
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { freshHistory, hasButton, openPage, push, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { clearSession } from '#web/kit/session-store.ts';
import { find, press } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

startFalseServer({});
stubWindow();
await startI18n();

let page: Rendered;
let copied: string[];
beforeEach(() => {
  resetServer();
  copied = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
});
afterEach(async () => {
  clearSession();
  await page.close();
});

const closed = vi.fn<() => void>();
const FRESH = { name: 'Scanner', password: 'abcd efgh' };
const FACTS = {
  name: 'Portal',
  mode: 'live' as const,
  scopes: [],
  networks: [],
  expiresAt: null,
  key: 'f2e_live_x',
};

test.each<[string, ReactNode, string, string]>([
  ['a signing secret', <SecretModal key="s" onClose={closed} secret="whsec_1" />, 'whsec_1', 'I’ve saved it'],
  [
    'an app password',
    <FreshAppPassword fresh={FRESH} key="p" onClose={closed} />,
    'abcd efgh',
    'I’ve copied it',
  ],
  [
    'an API key',
    <FreshKey email="a@b.c" facts={FACTS} key="k" onClose={closed} />,
    'f2e_live_x',
    'I’ve saved it',
  ],
])('%s is closed by no accident, and asks until it was copied', async (_what, element, secret, done) => {
  closed.mockClear();
  const history = freshHistory();
  page = await openPage(element, history);
  await press(find(document.body, '[role=alertdialog]'), 'Escape');
  await push(done);
  await push('Go back');
  history.push('/elsewhere');
  await settle();
  await push('Go back');
  expect([closed.mock.calls.length, history.location.pathname]).toEqual([0, '/']);
  await push('Copy');
  await push(done);
  expect([copied, closed.mock.calls.length]).toEqual([[secret], 1]);
});

test('a secret that was copied by hand is copied', async () => {
  closed.mockClear();
  page = await openPage(<SecretModal onClose={closed} secret="whsec_1" />);
  await act(async () => {
    find(document.body, '[role=alertdialog] code').dispatchEvent(new Event('copy', { bubbles: true }));
  });
  await push('I’ve saved it');
  expect(closed).toHaveBeenCalledOnce();
});

test('recovery codes ask before the page is left, until they were copied', async () => {
  const history = freshHistory();
  page = await openPage(<RecoveryCodes codes={['a', 'b']} name="2125550100" onDone={closed} />, history);
  history.push('/elsewhere');
  await settle();
  await push('Go back');
  expect(history.location.pathname).toBe('/');
  await push('Copy Your recovery codes');
  history.push('/elsewhere');
  await settle();
  expect([hasButton('Go back'), history.location.pathname]).toEqual([false, '/elsewhere']);
});
