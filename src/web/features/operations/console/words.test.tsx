// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';

import { i18n, startI18n } from '#web/kit/i18n.ts';

import { loadConsoleWords } from './words.ts';

it('the console may be loaded before the words of the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const words = loadConsoleWords();
  await startI18n();
  await words;
  expect(i18n.t('operator.name')).toBe('Operator console');
});
