import type { Branding } from '#contract/brands/branding.ts';
import { UPLOAD_LIMITS } from '#contract/faxes/send-limits.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import { KEEP_DAYS } from '#contract/kit/keep-days.ts';
import type { KeepDays } from '#contract/kit/keep-days.ts';

/** Returns a value that the server writes into the page; read once, because it never changes while the page is open. */

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The base path of this installation without a trailing slash: empty, or for example `/fax` (spec http-api 0.1). */
export const publicPath: string = meta('f2e-public-path').replace(/\/+$/, '');

/** The locale files of this installation, each with the hash of its content: `en.json?v=…&exact=1&time=…`. */
export const localeFiles: readonly string[] = meta('f2e-locales').split(' ').filter(Boolean);

/** The brand of the host that served this page, available at first paint; null if no server filled the page. */
export const pageBrand: Branding | null = readJson('f2e-brand') as Branding | null;

/** The languages in which the brand overrides texts, with the hash of those texts: `en=…`. */
export const brandWordFiles: readonly string[] = meta('f2e-words').split(' ').filter(Boolean);

/** Whether this page may load scripts of other companies; pages with a key in their address must not. */
export const vendorsAllowed: boolean = meta('f2e-vendors') === '1';

/** What may be attached to a fax here; the default limits if no server filled the page. */
export const uploadLimits: UploadLimits = {
  ...UPLOAD_LIMITS,
  ...(readJson('f2e-upload') as Partial<UploadLimits> | null),
};

/** How long this installation keeps deleted faxes and closed accounts; the default days if no server filled the page. */
export const keepDays: KeepDays = {
  ...KEEP_DAYS,
  ...(readJson('f2e-keep-days') as Partial<KeepDays> | null),
};

function readJson(name: string): unknown {
  const written = meta(name);
  return written === '' ? null : JSON.parse(written);
}

/** Returns the host name for which calls are made, without port (spec http-api 1.2, 1.5). */
export function hostName(): string {
  return location.hostname.toLowerCase();
}

/** Returns an address of this installation for links and images outside the router. */
export function appUrl(path: string): string {
  return path.startsWith('/ajax') ? path : `${publicPath}${path}`;
}
