// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { contactListOptions, groupsOptions } from '#web/features/mailbox/contacts/contact-queries.ts';
import { forgetTokenCheck } from '#web/kit/call-api.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { until } from '#web/kit/open-page-for-test.tsx';
import { makeFirstCalls } from './first-calls.ts';

let asked: string[] = [];

vi.stubGlobal('fetch', async (url: string) => {
  const { pathname } = new URL(url, 'http://fax.test');
  asked.push(pathname.split('/').at(-1) ?? '');
  if (pathname.endsWith('checkAuthToken'))
    return Response.json({ valid: true, kind: 'user', node: 'n1', expiresIn: 9 });
  return Response.json({ draw: 1, recordsTotal: 0, recordsFiltered: 0, data: [] });
});
beforeEach(() => {
  asked = [];
  forgetTokenCheck();
  document.cookie = 'access-token=proof';
  openSession('n1');
});
const times = (name: string) => asked.filter((one) => one === name).length;

test('the contacts page finds its list and groups asked for, as its address wants them', async () => {
  makeFirstCalls({ pathname: '/contacts', search: { page: 2, group: 7 } });
  await until(() => expect(asked).toEqual(expect.arrayContaining(['SSPUserContacts.json', 'contactGroups'])));
  const client = new QueryClient();
  const request = { page: 2, sort: 'to_person', order: 'asc', q: '', group: '7' } as const;
  expect((await client.fetchQuery(contactListOptions(request))).data).toEqual([]);
  await client.fetchQuery(groupsOptions);
  expect([times('SSPUserContacts.json'), times('contactGroups')]).toEqual([1, 1]);
});

test('without a session nothing is asked', () => {
  clearSession();
  makeFirstCalls({ pathname: '/inbox', search: {} });
  expect(asked).toEqual([]);
});
