// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadWhenOutdated } from './installed-app.ts';
import { eventually } from '#web/ui/render-for-test.tsx';

const reload = vi.fn<() => void>();
const server = vi.fn<typeof fetch>();
vi.stubGlobal('location', { reload, href: 'http://localhost/' });
vi.stubGlobal('fetch', server);
reloadWhenOutdated();
const lose = async () => {
  server.mockClear();
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await eventually(() => expect(server.mock.settledResults).toMatchObject([{}]));
};
const serves = (script: string) =>
  server.mockImplementation(async () => new Response(`<script src="${script}">`));

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="./assets/core-old.js"></script>';
});
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

test('a part that is missing after an upgrade loads the page anew, once', async () => {
  serves('./assets/core-new.js');
  await lose();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
  server.mockClear();
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(server).not.toHaveBeenCalled();
});

test('a part that is missing for another reason leaves the page as it is', async () => {
  serves('./assets/core-old.js');
  await lose();
  server.mockImplementation(async () => new Response('', { status: 502 }));
  await lose();
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  await lose();
  // This response arrives after the others have been judged.
  serves('./assets/core-new.js');
  await lose();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
});
