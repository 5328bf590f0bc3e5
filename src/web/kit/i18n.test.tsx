// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';

import english from '../../../locales/en.json';
import { i18n, startI18n } from './i18n.ts';

it('puts fax numbers into sentences as they are written everywhere, and groups counts', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(english)));
  await startI18n();
  expect(i18n.t('inbox.outbox.cancelBody', { number: '2125550199' })).toContain(' 212-555-0199 ');
  expect(i18n.t('inbox.faxCount', { count: 2_125_550_199 })).toBe('2,125,550,199 faxes');
  vi.unstubAllGlobals();
});
