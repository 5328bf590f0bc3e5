// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plainAddress } from '#web/kit/address.ts';
import { callsOf, hold, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { push, renderRouter, settle, sure } from '#web/kit/open-page-for-test.tsx';
import { queryClient } from '#web/kit/query-client.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { click, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { reset } from '../preferences-for-test.tsx';
import { RulesPage } from './rules-page.tsx';

const RULE = {
  id: '1',
  name: 'Lab',
  active: true,
  match: 'all',
  conditions: [],
  actions: [{ kind: 'archive' }],
  stop: false,
  month: 0,
};

let page: Rendered;
beforeEach(() => {
  reset();
  server['GET rules'] = { rules: [RULE], emails: [] };
  server['GET contactGroups'] = { data: [] };
});
afterEach(() => page.close());

async function open(search: string) {
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app' });
  const here = createRoute({
    getParentRoute: () => app,
    path: '/preferences/rules',
    validateSearch: ({ rule }: { rule?: string | number }) =>
      rule === undefined ? {} : { rule: String(rule) },
    component: RulesPage,
  });
  const router = createRouter({
    ...plainAddress,
    routeTree: root.addChildren([app.addChildren([here])]),
    history: createMemoryHistory({ initialEntries: [`/preferences/rules${search}`] }),
  });
  page = await renderRouter(router as never);
  await settle();
}

/** Somebody else changes the rules, and the event about it arrives. */
async function elsewhere(rules: readonly object[]): Promise<void> {
  server['GET rules'] = { rules, emails: [] };
  for (const key of TOPIC_KEYS.account) void queryClient.invalidateQueries({ queryKey: [key] });
  await settle();
}

const name = () => findInput(page.place, '#rule input');
const bodies = (method: string) => callsOf(method, 'rules').map(({ body }) => body);

test('a rule is turned on and off alone, whatever else was changed elsewhere', async () => {
  await open('');
  await click(findInput(page.place, '[role=switch]'));
  await settle();
  expect(bodies('PUT')).toEqual([{ id: '1', active: false }]);
});

test('a rule that is edited keeps what the list says about whether it is on', async () => {
  await open('?rule=1');
  await type(name(), 'Labs');
  await elsewhere([{ ...RULE, active: false, month: 3 }]);
  await push('Save rule');
  expect(bodies('PUT')[0]).not.toHaveProperty('active');
  expect(bodies('PUT')[0]).toMatchObject({ id: '1', name: 'Labs' });
});

test('a rule that is deleted elsewhere while it is edited stays open, and can be saved as a new one', async () => {
  await open('?rule=1');
  await type(name(), 'Labs');
  await elsewhere([]);
  expect(name().value).toBe('Labs');
  server['PUT rules'] = refusal(404, 'NOT_FOUND');
  await push('Save rule');
  expect(page.place.textContent).toContain('Somebody deleted this rule meanwhile.');
  server['POST rules'] = { success: true, data: { id: '2' } };
  await push('Save rule');
  expect(bodies('POST')).toMatchObject([{ name: 'Labs', active: true, actions: [{ kind: 'archive' }] }]);
  expect(page.place.querySelector('#rule')).toBeNull();
});

test('a rule that is opened again shows what was saved', async () => {
  await open('?rule=1');
  await type(name(), 'Labs');
  server['GET rules'] = { rules: [{ ...RULE, name: 'Labs' }], emails: [] };
  await push('Save rule');
  await click(page.place.querySelector<HTMLElement>('.rule-open') ?? page.place);
  await settle();
  expect(name().value).toBe('Labs');
});

test('a rule that was opened while another one was being deleted stays open', async () => {
  await open('?rule=1');
  const answer = hold('DELETE rules');
  await push('Delete rule');
  await sure();
  await elsewhere([]);
  await push('Cancel');
  await push('New rule');
  await type(name(), 'Bills');
  answer({ success: true });
  await settle();
  expect(bodies('DELETE')).toEqual([{ id: '1' }]);
  expect(name().value).toBe('Bills');
});
