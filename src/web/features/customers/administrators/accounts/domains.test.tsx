// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, push, said, settle, sure } from '#web/kit/open-page-for-test.tsx';
import { ACCOUNT, listOf, reset } from '../multifax-for-test.tsx';
import { AccountsPage } from './accounts-page.tsx';
import { shownFault } from './domain-modal.tsx';

const NAME = 'WhiteListedDomains.json';
let page: Rendered;
beforeEach(reset);
afterEach(async () => {
  vi.useRealTimers();
  await page.close();
});
const open = async (...domains: string[]) => {
  server[`GET ${NAME}`] ??= domains.map((Domain, id) => ({
    id: String(id),
    Domain,
    active: '1',
    proved: '1',
    record: { name: `_fax-proof.${Domain}`, value: 'fax-proof=1' },
  }));
  server['GET MultifaxAccountInfo.json'] = listOf([ACCOUNT]);
  page = await openPage(<AccountsPage />);
  await push('Manage 212-555-0101');
};
const domain = () => findInput(document.body, 'input[name=domain]');
const active = () => findInput(document.body, 'input[aria-label="a.com is active"]');
const ok = () => find(document.body, '[role=dialog] [data-variant=primary]') as HTMLButtonElement;
const bodies = (method: string) => callsOf(method, NAME).map(({ body }) => body);
const add = async (name: string) => {
  await push('Add domain');
  await type(domain(), name);
  await click(ok());
  await settle();
};

test('[MFW-02] no domains', async () => {
  await open();
  expect(page.place.textContent).toContain('No whitelisted domains here');
});

test('[MFW-17] a 412 and a failure are an empty list; only the failure is told', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server[`GET ${NAME}`] = refusal(412, 'X');
  await open();
  expect([page.place.textContent.includes('No whitelisted domains here'), said()]).toEqual([true, '']);
  await page.close();
  reset();
  server[`GET ${NAME}`] = refusal(400, 'BAD_REQUEST');
  await open();
  expect([page.place.textContent.includes('No whitelisted domains here'), said()]).toEqual([
    true,
    'This page could not be loaded.',
  ]);
  log.mockRestore();
});

test('[MFW-04] [MFW-05] [MFW-06] what is wrong with a domain, while it is typed', async () => {
  await open();
  const cases = ['', '-a.com', 'a.com-', 'abcd', 'abcde', 'a.museumx', 'a.com', 'x.y-z.museum'];
  expect(cases.map(shownFault)).toEqual([
    undefined,
    'DOMAIN_START',
    'DOMAIN_END',
    undefined,
    'DOMAIN_INVALID',
    'DOMAIN_INVALID',
    undefined,
    undefined,
  ]);
  await push('Add domain');
  await type(domain(), '-a.com');
  expect(document.body.textContent).toContain("Domain shouldn't start from special symbols");
  await type(domain(), 'a.com-');
  expect(document.body.textContent).toContain("Domain shouldn't end from special symbols");
  await type(domain(), 'a.museumx');
  expect(document.body.textContent).toContain("Domain isn't valid");
});

test('[MFW-03] [MFW-07] [MFW-14] letters, digits, hyphen and dot; OK only when valid, Enter adds', async () => {
  await open();
  await push('Add domain');
  expect([domain().maxLength, ok().disabled, document.activeElement === domain()]).toEqual([64, true, true]);
  await type(domain(), 'a_b c!.com');
  expect([domain().value, ok().disabled]).toEqual(['abc.com', false]);
  const answer = Promise.withResolvers<unknown>();
  server[`POST ${NAME}`] = () => answer.promise;
  await act(async () => domain().form?.requestSubmit());
  await settle();
  expect(said()).toBe('Creating new Whitelisted Domain');
  answer.resolve({ success: true, data: { id: '7' } });
  await settle();
  expect(bodies('POST')).toEqual([{ uid: '601', domain: 'abc.com', status: '1' }]);
  expect([said(), document.querySelector('[role=dialog]')]).toEqual(['Whitelisted Domain was added', null]);
});

test.each([
  [412, 1, 'You cannot add this company domain to more than one fax number'],
  [400, 1, 'You cannot add this company domain to more than one fax number'],
  [412, 2, 'You cannot add this company domain. Please, contact Customer Care to add it'],
  [412, undefined, 'Failed creating of Whitelisted Domain'],
  [500, 1, 'Failed creating of Whitelisted Domain'],
])('[MFW-10] [MFW-11] [MFW-12] a refusal %s with code %s says why', async (status, code, words) => {
  await open();
  server[`POST ${NAME}`] = refusal(status, 'X', code);
  await add('example.com');
  expect(said()).toBe(words);
});

test('[MFW-13] [SHELL-10] an error stays for six seconds', async () => {
  await open();
  await push('Add domain');
  await type(domain(), 'example.com');
  server[`POST ${NAME}`] = refusal(412, 'X');
  vi.useFakeTimers();
  await click(ok());
  await settle(10);
  expect(growlStore.get()?.kind).toBe('error');
  await settle(5900);
  expect(growlStore.get()?.kind).toBe('error');
  await settle(200);
  expect(growlStore.get()).toBeNull();
});

test('[MFW-09] [MFW-15] switched, removed, and all removed by one call each', async () => {
  await open('a.com', 'b.com', 'c.com');
  await add('d.com');
  expect(said()).toBe('Whitelisted Domain was added');
  await click(findInput(document.body, 'input[aria-label="b.com is active"]'));
  await settle();
  expect(bodies('PUT')).toEqual([{ uid: '601', domain: 'b.com', status: '0', id: '1' }]);
  expect(said()).toBe('Whitelisted Domain Updated');
  await push('Remove a.com');
  await sure();
  expect(said()).toBe('Whitelisted Domain Deleted');
  await push('Remove all');
  await sure();
  await settle();
  expect(said()).toBe('All Whitelisted Domains were deleted');
  expect(bodies('DELETE')).toEqual(
    ['a.com', 'a.com', 'b.com', 'c.com'].map((name) => ({ uid: '601', domain: name })),
  );
});

test('[MFW-16] failures have their sentences, and the switch goes back', async () => {
  await open('a.com');
  server[`PUT ${NAME}`] = refusal(500, 'X');
  server[`DELETE ${NAME}`] = refusal(500, 'X');
  await click(active());
  await settle();
  expect([said(), active().checked]).toEqual(['Whitelisted Domain updating error', true]);
  await push('Remove a.com');
  await sure();
  expect(said()).toBe('Error of deleting whitelisted domain');
  await push('Remove all');
  await sure();
  expect(said()).toBe('Error of deleting all Whitelisted Domains');
});
