import type { Branding } from '#contract/brands/branding.ts';
import { vendorsAllowed } from './page-config.ts';
import { allowVendorScripts, scriptAddress } from './script-sources.ts';

const ANALYTICS = 'https://www.googletagmanager.com/gtag/js';
const CONSENT = 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js';

let loaded = false;

/**
 * Loads what the brand configures: its consent banner, then its analytics. Loads nothing if it configures neither
 * (BRAND-07, BRAND-08).
 */
export function loadVendors({ onetrust_token: consent, ga_id: analytics }: Branding): void {
  if (loaded || !vendorsAllowed || (consent === '' && analytics === '')) return;
  loaded = true;
  // With a consent banner, the page does not require Trusted Types, and our policy must not block its scripts.
  if (consent === '') allowVendorScripts();
  if (consent !== '') load(CONSENT, { domainScript: consent });
  if (analytics !== '') {
    measure('js', new Date());
    // Addresses may contain names of folders and searches: only the path is reported.
    measure('config', analytics, {
      page_location: `${location.origin}${location.pathname}`,
      page_title: '',
    });
    load(`${ANALYTICS}?id=${encodeURIComponent(analytics)}`, {});
  }
}

function load(address: string, data: Record<string, string>): void {
  const script = document.createElement('script');
  script.async = true;
  Object.assign(script.dataset, data);
  script.src = scriptAddress(address);
  document.head.append(script);
}

/** Google's queue recognizes commands because they are an arguments object; it would treat an array as data. */
const measure: (...command: readonly unknown[]) => void = function measure() {
  const queue = globalThis as { dataLayer?: unknown[] };
  // oxlint-disable-next-line prefer-rest-params -- the arguments object itself is what the queue expects
  (queue.dataLayer ??= []).push(arguments);
};
