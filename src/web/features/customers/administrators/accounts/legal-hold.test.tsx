// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { hasButton, openPage, push, said, settle, sure } from '#web/kit/open-page-for-test.tsx';
import { ACCOUNT, listOf, reset } from '../multifax-for-test.tsx';
import { AccountsPage } from './accounts-page.tsx';

const HOLD = { reason: 'Case 2026-114', placedAt: '2026-11-20T10:00:00-05:00' };

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());
const open = async () => {
  server['GET MultifaxAccountInfo.json'] = listOf([ACCOUNT]);
  page = await openPage(<AccountsPage />);
  await push('Manage 212-555-0101');
};
const place = () => find(document.body, '[role=dialog] [data-variant=primary]') as HTMLButtonElement;
const reason = () => findInput(document.body, 'input[name=reason]');

test('a hold is placed with a reason, and then shown', async () => {
  await open();
  expect(page.place.textContent).toContain('A legal hold keeps every fax of this account');
  await push('Place a hold');
  await type(reason(), '   ');
  expect(place().disabled).toBe(true);
  await type(reason(), 'Case 2026-114');
  server['POST legalHold'] = { success: true };
  server['GET legalHold'] = { hold: HOLD };
  await click(place());
  await settle();
  expect(callsOf('POST', 'legalHold').map(({ body }) => body)).toEqual([
    { uid: '601', reason: 'Case 2026-114' },
  ]);
  expect(said()).toBe('The account is under a legal hold.');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(page.place.textContent).toContain('On holdCase 2026-114');
  expect(hasButton('Place a hold')).toBe(false);
});

test('a refusal is told, and the reason is not lost', async () => {
  server['POST legalHold'] = refusal(412, 'HOLD_EXISTS');
  await open();
  await push('Place a hold');
  await type(reason(), 'Case 7');
  await click(place());
  await settle();
  expect([said(), reason().value]).toEqual(['Words about HOLD_EXISTS.', 'Case 7']);
});

test('a hold is lifted after a question', async () => {
  server['GET legalHold'] = { hold: HOLD };
  server['DELETE legalHold'] = { success: true };
  await open();
  await push('Lift the hold');
  server['GET legalHold'] = { hold: null };
  await sure();
  await settle();
  expect(callsOf('DELETE', 'legalHold').map(({ body }) => body)).toEqual([{ uid: '601' }]);
  expect(said()).toBe('The legal hold was lifted.');
  expect(hasButton('Place a hold')).toBe(true);
});

test('a hold that cannot be loaded says so and offers another try', async () => {
  server['GET legalHold'] = refusal(400, 'BAD_REQUEST');
  await open();
  expect(page.place.textContent).toContain('The legal hold can’t be shown right now.');
  expect([hasButton('Place a hold'), hasButton('Lift the hold')]).toEqual([false, false]);
});
