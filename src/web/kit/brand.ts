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

/** What this host looks like; null only until the call has answered on a page that no server filled. */
export function useBrand(): Branding | null {
  return useStore(brandStore);
}

/** The application's name for this host. */
export function brandTitle(brand: Branding | null): string {
  return brand === null || brand.title === '' ? DEFAULT_TITLE : brand.title;
}

/**
 * Asks for the brand of this host and applies title, favicon, colours and, unless this browser has chosen one itself,
 * language. A failure leaves the built-in look: nobody is kept from signing in by a missing logo.
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
 * Leaves for `/` when this host does not use this client, unless the address asks for it by `newClientEnable`
 * (spec http-api 1.1); the server has a plain page there for such hosts.
 */
export async function leaveIfNotForThisHost(): Promise<void> {
  if (new URLSearchParams(location.search).has('newClientEnable')) return;
  const { status } = await callApi(getNewClientStatus);
  if (!status) location.assign('/');
}

/** Where an asset of the brand is; brands may also name addresses of their own. */
export function assetUrl(path: string): string {
  return path.startsWith('/') ? appUrl(path) : path;
}

/** Names the page in the window title, with what is unread in front: «(3) Inbox – Fax-to-Email». */
export function setPageTitle(name: string): void {
  pageTitle = name;
  showTitle();
}

/** Shows how many faxes are unread in the window title. */
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

/** The server names the right style sheet before first paint; this only mends a page that was served for another brand. */
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
