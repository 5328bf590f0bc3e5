// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { callsOf, refusal, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import type { MadeCall } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, push, settle, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import { find, press } from '#web/ui/render-for-test.tsx';

import { WebhookLogSection } from './webhook-log.tsx';

const DELIVERY = {
  id: '1',
  event: 'evt_1',
  type: 'fax.delivered',
  about: 'fax_1',
  state: 'failed',
  attempts: 5,
  last: null,
  nextTry: null,
  createdAt: '2026-11-23T16:55:00Z',
};

const resent = () => callsOf('POST', 'webhookDelivery').map(({ body }) => body);

beforeEach(async () => {
  stubWindow();
  startFalseServer({
    'GET webhookDeliveries': { deliveries: [DELIVERY], more: false },
    'GET webhookDelivery': { ...DELIVERY, tries: [], body: '{}' },
  });
  resetServer();
  await startI18n();
});
afterEach(() => vi.unstubAllGlobals());

it('R posts an event once, however long it is held, and only alone', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const row = { id: '7', url: 'https://hooks.example.com' } as WebhookRow;
  const shown = await openPage(<WebhookLogSection onTest={() => undefined} row={row} />);
  server['POST webhookDelivery'] = () => promise;
  const one = find(shown.place, '[data-delivery]');
  for (const held of [{ altKey: true }, { shiftKey: true }, { ctrlKey: true }]) await press(one, 'r', held);
  expect(resent()).toEqual([]);
  await press(one, 'r');
  for (let times = 0; times < 3; times++) await press(one, 'r', { repeat: true });
  await press(one, 'r');
  expect(resent()).toEqual([{ id: '7', delivery: '1' }]);
  resolve({ success: true });
  await settle();
  await press(one, 'r');
  await settle();
  expect(resent()).toHaveLength(2);
  await shown.close();
});

it('says that older deliveries couldn’t be loaded, and tries again on request', async () => {
  const older = { ...DELIVERY, id: '0', about: 'fax_0' };
  server['GET webhookDeliveries'] = ({ query }: MadeCall) =>
    query.has('before') ? refusal(503, 'AWAY') : { deliveries: [DELIVERY], more: true };
  const row = { id: '7', url: 'https://hooks.example.com' } as WebhookRow;
  const shown = await openPage(<WebhookLogSection onTest={() => undefined} row={row} />);
  const rows = () => shown.place.querySelectorAll('[data-delivery]');
  await push('Show older');
  await until(() => expect(find(shown.place, '.load-more').textContent).toContain('couldn’t be loaded'));
  expect(rows()).toHaveLength(1);
  server['GET webhookDeliveries'] = ({ query }: MadeCall) =>
    query.has('before') ? { deliveries: [older], more: false } : { deliveries: [DELIVERY], more: true };
  await push('Show older');
  await until(() => expect(rows()).toHaveLength(2));
  expect(shown.place.querySelector('.load-more')).toBeNull();
  await shown.close();
});
