// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { refusal, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { push, renderRouter, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { MultifaxWebhookLogScreen } from './webhook-log-screens.tsx';

const ENDPOINT = {
  id: '7',
  url: 'https://hooks.example.com',
  description: '',
  events: [],
  state: 'on',
  offReason: null,
  failingSince: null,
  createdAt: '2026-11-20T10:00:00Z',
  health: { hours: [], medianMs: null, waiting: 0, nextTry: null, lastStatus: 200, lastFault: '' },
};

stubWindow();
startFalseServer({
  'GET webhooks': { webhooks: [ENDPOINT], idsOnly: false },
  'GET webhookDeliveries': { deliveries: [], more: false },
  'POST webhookRecovery': { success: true, data: { events: 3 } },
});
await startI18n();

let shown: Rendered;
beforeEach(() => resetServer('multifax'));
afterEach(() => shown.close());

async function open(): Promise<void> {
  const root = createRootRoute();
  const log = createRoute({ getParentRoute: () => root, path: '/$id', component: MultifaxWebhookLogScreen });
  shown = await renderRouter(
    createRouter({
      routeTree: root.addChildren([log]),
      history: createMemoryHistory({ initialEntries: ['/7'] }),
    }),
  );
}
const text = () => document.body.textContent;

test('an administrator’s log that could not be loaded says so, not that the endpoint is gone', async () => {
  server['GET webhooks'] = refusal(403, 'NO');
  await open();
  await until(() => expect(text()).toContain('This page could not be loaded.'));
  expect(text()).not.toContain('doesn’t exist');
  delete server['GET webhooks'];
  await push('Try again');
  await until(() => expect(text()).toContain('https://hooks.example.com'));
});

test('an endpoint that is gone is said to be gone', async () => {
  server['GET webhooks'] = { webhooks: [], idsOnly: false };
  await open();
  await until(() => expect(text()).toContain('This endpoint doesn’t exist anymore.'));
});

test('what could not be counted is said, and counted by another try', async () => {
  server['POST webhookRecovery'] = refusal(403, 'NO');
  await open();
  await until(() => expect(text()).toContain('https://hooks.example.com'));
  await push('Recover since…');
  await until(() => expect(text()).toContain('What didn’t arrive couldn’t be counted.'));
  expect(text()).not.toContain('Counting…');
  delete server['POST webhookRecovery'];
  await push('Try again');
  await until(() => expect(text()).toMatch(/Not delivered since .*: 3/u));
  expect(text()).not.toContain('couldn’t be counted');
});
