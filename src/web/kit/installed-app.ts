import { appUrl } from './page-config.ts';
import { scriptAddress } from './script-sources.ts';
import { isLeaving } from './session-store.ts';

const RELOADED_AT = 'f2e.reloaded';
/** A file that is missing again so soon is missing for good: reloading once more would never end. */
const RELOAD_PAUSE_MS = 60_000;

/** Registers the worker that makes the product an app; a browser that has none works all the same. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A worker is a convenience: without one pages come from the network, as they always do.
  void navigator.serviceWorker.register(scriptAddress(appUrl('/service-worker.js'))).catch(() => undefined);
}

/**
 * After an upgrade the parts of the old version may be gone: then the page is loaded anew, once. A part that could not be
 * fetched for another reason, such as a lost connection, leaves the page as it is, with everything that was typed.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    if (!isLeaving()) void reloadIfOutdated();
  });
}

async function reloadIfOutdated(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS || !(await isOutdated())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

/** Whether the server's page names other scripts than this one was loaded with; their names change with their content. */
async function isOutdated(): Promise<boolean> {
  const response = await fetch(appUrl('/'), { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return false;
  const page = await response.text();
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  return scripts.some(({ src }) => !page.includes(src.slice(src.lastIndexOf('/') + 1)));
}
