import { getBrandingData, getNewClientStatus } from '#contract/brands/branding.ts';
import type { Branding } from '#contract/brands/branding.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { callApi } from './call-api.ts';
import { hasOwnLanguage, showLanguage } from './i18n.ts';
import { appUrl, hostName, pageBrand } from './page-config.ts';
import { onSessionEnd } from './session-store.ts';
import { loadVendors } from './vendors.ts';

/** The name shown when a brand has none (BRAND-04). */
const DEFAULT_TITLE = 'Fax-to-Email';

const brandStore = createStore<Branding | null>(pageBrand, 'page');
let unread = 0;
let pageTitle = '';

/** Returns the look of this host. Null only on a page that no server filled, until the call returns. */
export function useBrand(): Branding | null {
  return useStore(brandStore);
}

/** Returns the name of the application on this host. */
export function brandTitle(brand: Branding | null): string {
  return brand === null || brand.title === '' ? DEFAULT_TITLE : brand.title;
}

/**
 * Loads the brand of this host and applies its title, favicon and colors, and its language unless this browser has
 * chosen one. If it fails, the built-in look stays: a missing logo must not prevent anyone from signing in.
 */
export async function loadBrand(): Promise<void> {
  const brand = await callApi(getBrandingData, { query: { fax_domain: hostName() } });
  brandStore.set(brand);
  showTitle();
  loadVendors(brand);
  if (brand.favicon !== '') setLink('icon', assetUrl(brand.favicon));
  setTheme(brand.hid);
  if (!hasOwnLanguage() && brand.lang !== '' && brand.lang !== document.documentElement.lang)
    await showLanguage(brand.lang);
}

/**
 * Redirects to `/` if this host does not use this client, unless the address requests it with `newClientEnable`
 * (spec http-api 1.1). The server has a plain page there for such hosts.
 */
export async function leaveIfNotForThisHost(): Promise<void> {
  if (new URLSearchParams(location.search).has('newClientEnable')) return;
  const { status } = await callApi(getNewClientStatus);
  if (!status) location.assign('/');
}

/** Returns the URL of a brand asset; brands may also name absolute URLs. */
export function assetUrl(path: string): string {
  return path.startsWith('/') ? appUrl(path) : path;
}

/** Sets the page name in the window title, after the unread count: «(3) Inbox – Fax-to-Email». */
export function setPageTitle(name: string): void {
  pageTitle = name;
  showTitle();
}

/** Shows the number of unread faxes in the window title. */
export function setUnreadInTitle(count: number): void {
  unread = count;
  showTitle();
}

onSessionEnd(() => setUnreadInTitle(0));

function showTitle(): void {
  const name = brandTitle(brandStore.get());
  const page = pageTitle === '' ? name : `${pageTitle} – ${name}`;
  document.title = unread > 0 ? `(${unread}) ${page}` : page;
}

/** The server links the right style sheet before first paint; this only corrects a page served for another brand. */
function setTheme(hid: string): void {
  const link = document.querySelector<HTMLLinkElement>('#brand-theme');
  const href = appUrl(`/brand/${encodeURIComponent(hid)}/theme.css`);
  if (link !== null && new URL(link.href).pathname !== new URL(href, location.origin).pathname)
    link.href = href;
}

function setLink(rel: string, href: string): void {
  const known = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  const link = known ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel }));
  link.href = href;
}
