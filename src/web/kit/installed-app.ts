import { appUrl } from './page-config.ts';
import { scriptAddress } from './script-sources.ts';
import { isLeaving } from './session-store.ts';

const RELOADED_AT = 'f2e.reloaded';
/** A file that is missing again within this time is missing permanently; further reloads would never end. */
const RELOAD_PAUSE_MS = 60_000;

/** Registers the service worker that makes the product an app; browsers without service workers work anyway. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // The worker is optional: without it, pages come from the network, as they always do.
  void navigator.serviceWorker.register(scriptAddress(appUrl('/service-worker.js'))).catch(() => undefined);
}

/**
 * Reloads the page, once, if parts of an old version are gone after an upgrade. If a part could not be fetched for
 * another reason, such as a lost connection, the page stays as it is, with everything that was typed.
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

/** Returns whether the server's page names other scripts than this page; script names change with their content. */
async function isOutdated(): Promise<boolean> {
  const response = await fetch(appUrl('/'), { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return false;
  const page = await response.text();
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  return scripts.some(({ src }) => !page.includes(src.slice(src.lastIndexOf('/') + 1)));
}
