// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PeopleScreen } from '#web/routes/people-screen.tsx';
import { callsOf, refusal, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import {
  button,
  hasButton,
  openPage,
  push,
  said,
  settle,
  stubWindow,
  sure,
} from '#web/kit/open-page-for-test.tsx';
import { act } from 'react';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

const ANA = {
  id: '7',
  name: 'Ana Duarte',
  email: 'ana@people.test',
  role: 'member',
  you: false,
  password: true,
  singleSignOn: false,
  passkey: true,
  secondStep: true,
  lastActiveAt: null,
};
const WAITING = {
  id: '9',
  email: 'sofia@people.test',
  role: 'reader',
  invitedAt: '2026-11-18T10:00:00-05:00',
  invitedBy: 'Ana Duarte',
  expiresAt: '2026-11-25T10:00:00-05:00',
  expired: false,
};
const TEAM = {
  people: [ANA],
  invitations: [WAITING],
  numberLogin: { you: true, lastUsedAt: '2026-11-20T10:00:00-05:00' },
};
const ALONE = { people: [], invitations: [], numberLogin: { you: true, lastUsedAt: null } };

startFalseServer({
  'GET people': TEAM,
  'GET checkAuthToken': { valid: true, kind: 'user', node: 'n1', expiresIn: 9 },
});
stubWindow();
await startI18n();

let page: Rendered;
beforeEach(() => resetServer());
afterEach(async () => await page.close());

const open = async () => (page = await openPage(<PeopleScreen />));
const bodies = (method: string, name: string) => callsOf(method, name).map(({ body }) => body);
const refused = (status: number, message: string) => ({
  status,
  json: { success: false, error: 'REFUSED', message },
});
const choose = async (value: string) => {
  const select = find(page.place, 'select') as HTMLSelectElement;
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
};
const emails = () => findInput(document.body, '[role=dialog] .tags input');

test('shows who works on the account, how they log in, and who is invited by whom', async () => {
  await open();
  const [ana, sofia] = [...page.place.querySelectorAll('.people-table tbody tr')].map(
    (row) => row.textContent,
  );
  expect(ana).toMatch(/Ana Duarte.*ana@people\.test.*Password.*Two-step.*Passkey.*Never/u);
  expect(sofia).toMatch(
    /sofia@people\.test.*Invited 11\/18\/2026 by Ana Duarte.*Reader.*Expires 11\/25\/2026/u,
  );
  expect(page.place.textContent).toContain('You are logged in this way.');
});

test('says what to do where nobody else is, and that the list could not be loaded', async () => {
  server['GET people'] = ALONE;
  await open();
  expect(page.place.textContent).toContain('Invite the people who share this number.');
  await page.close();
  resetServer();
  server['GET people'] = refusal(403, 'ROLE_NOT_ALLOWED');
  await open();
  expect([page.place.textContent.includes('could not be loaded'), hasButton('Invite people')]).toEqual([
    true,
    false,
  ]);
});

test('a role is saved at once; a refusal is told, and the list is loaded again', async () => {
  await open();
  await choose('reader');
  expect(bodies('PUT', 'people')).toEqual([{ id: '7', role: 'reader' }]);
  expect([said(), callsOf('GET', 'people').length]).toEqual(['Role of Ana Duarte: Reader', 2]);
  server['PUT people'] = refused(409, 'Ask another owner.');
  await choose('owner');
  expect(said()).toBe('Ask another owner.');
});

test('removing asks first', async () => {
  await open();
  await push('More for Ana Duarte');
  await click(find(document.body, '[role=menuitem]'));
  await settle();
  expect(bodies('DELETE', 'people')).toEqual([]);
  await sure();
  expect(bodies('DELETE', 'people')).toEqual([{ id: '7' }]);
  expect(said()).toBe('Ana Duarte was removed.');
});

test('an invitation is sent again and withdrawn', async () => {
  await open();
  await push('Send the invitation to sofia@people.test again');
  expect([bodies('POST', 'invitations'), said()]).toEqual([[{ id: '9' }], 'Invitation sent again.']);
  await push('Withdraw the invitation to sofia@people.test');
  expect([bodies('DELETE', 'invitations'), said()]).toEqual([[{ id: '9' }], 'Invitation withdrawn.']);
});

test('inviting takes addresses with names as mail programs copy them', async () => {
  await open();
  await push('Invite people');
  const field = findInput(document.body, '[role=dialog] .tag-text');
  await type(field, 'Anna Müller <anna@example.org>, "Lee, Bo" <bo@example.org>; ');
  await act(async () => field.blur());
  await type(findInput(document.body, '[role=dialog] .tag-text'), 'Cy <cy@example.org>');
  server['POST people'] = { success: true, data: { invited: [], skipped: [] } };
  await push('Send invitations');
  expect(bodies('POST', 'people').at(-1)).toMatchObject({
    emails: ['anna@example.org', 'bo@example.org', 'cy@example.org'],
  });
});

test('inviting: a wrong address stays and is named, a refusal loses nothing, who is there already is named', async () => {
  await open();
  await push('Invite people');
  await type(emails(), 'new@people.test, wrong,');
  await settle();
  expect(find(document.body, '[role=dialog]').textContent).toContain('wrong isn’t a complete email address.');
  expect([button('Send invitations').disabled, emails().value]).toEqual([true, 'wrong']);
  await type(emails(), '');
  await settle();
  server['POST people'] = refused(429, 'Three mails a day.');
  await push('Send invitations');
  const dialog = find(document.body, '[role=dialog]');
  expect([
    dialog.textContent.includes('Three mails a day.'),
    dialog.textContent.includes('new@people.test'),
  ]).toEqual([true, true]);
  server['POST people'] = { success: true, data: { invited: [], skipped: ['new@people.test'] } };
  await push('Send invitations');
  expect(bodies('POST', 'people').at(-1)).toEqual({ emails: ['new@people.test'], role: 'member' });
  expect([document.querySelector('[role=dialog]'), said()]).toEqual([
    null,
    'Already added or invited: new@people.test',
  ]);
});
