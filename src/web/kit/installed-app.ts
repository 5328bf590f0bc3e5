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

/** After an upgrade the parts of the old version may be gone: the page is loaded anew, once. Offline it stays as it is. */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || isLeaving()) return;
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
