// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { reloadWhenOutdated } from './installed-app.ts';

const reload = vi.fn<() => void>();
vi.stubGlobal('location', { reload });
reloadWhenOutdated();
const lose = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a part that is missing after an upgrade loads the page anew, once', () => {
  lose();
  lose();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a part that is missing because there is no network leaves the page as it is', () => {
  reload.mockClear();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  lose();
  expect(reload).not.toHaveBeenCalled();
});
