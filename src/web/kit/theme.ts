import { createStore, useStore } from '#web/ui/store.ts';
import { publicPath } from './page-config.ts';

/** The themes that people can choose; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * A cookie, because the server writes the choice into the page, so that the first paint has it
 * (src/server/kit/page.ts).
 */
const COOKIE = 'f2e-theme';
const A_YEAR_SECONDS = 31_536_000;

const store = createStore<Theme>(read(), 'page');

function read(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Returns the theme that this browser chose. */
export function useTheme(): Theme {
  return useStore(store);
}

/** Switches the theme at once and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  store.set(theme);
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : A_YEAR_SECONDS;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${theme}; Path=${publicPath}/; Max-Age=${age}; SameSite=Lax${secure}`;
}
