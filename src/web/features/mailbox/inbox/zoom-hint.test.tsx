// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { ZoomHint } from './zoom-hint.tsx';

startFalseServer({});
let coarse = false;
vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && coarse }));
await startI18n();

let page: Rendered;
beforeEach(() => localStorage.clear());
afterEach(async () => await page.close());

test('how to pinch is said on screens that are touched, and only there', async () => {
  page = await render(<ZoomHint />);
  expect(page.place.textContent).toBe('');
  await page.close();
  coarse = true;
  page = await render(<ZoomHint />);
  expect(page.place.textContent).toContain('Pinch');
});
