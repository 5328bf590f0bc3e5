// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';

import english from '../../../locales/en.json';
import { i18n, showLanguage, startI18n } from './i18n.ts';

vi.mock('./page-config.ts', async (original) => ({
  ...(await original<object>()),
  localeFiles: ['de.json?v=replaced&exact=1&time=1'],
}));

it('puts fax numbers into sentences as they are written everywhere, and groups counts', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(english)));
  await startI18n();
  expect(i18n.t('inbox.outbox.cancelBody', { number: '2125550199' })).toContain(' 212-555-0199 ');
  expect(i18n.t('inbox.faxCount', { count: 2_125_550_199 })).toBe('2,125,550,199 faxes');
  vi.unstubAllGlobals();
});

it('words of a version that no machine has any more are those that there are', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace(/time=.*/u, ''));
    return address.includes('exact')
      ? new Response('{}', { status: 404 })
      : new Response(JSON.stringify({ inbox: { faxCount_other: '{{count}} Faxe' } }));
  });
  expect(await showLanguage('de')).toBe(true);
  expect(i18n.t('inbox.faxCount', { count: 2 })).toBe('2 Faxe');
  expect(asked).toEqual(['/locales/de.json?v=replaced&exact=1&', '/locales/de.json?']);
  vi.unstubAllGlobals();
});
