import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Branding } from '#contract/brands/branding.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { KeepDays } from '#contract/kit/keep-days.ts';
import { directionOf } from '#contract/kit/language.ts';

import { goOnWithout } from './go-on.ts';
import type { Messages } from './messages.ts';
import { pagePolicy } from './page-policy.ts';

/** What a host's page shows before any call is made. */
export interface PageBrand {
  branding: Branding;
  color: string;
  /** The brand's own words, by language, with their hash: `en=…`. */
  words: readonly string[];
}

/** The values that fill the page. */
export interface PageOptions {
  publicPath: string;
  /** URLs of the words in each language. */
  locales: readonly string[];
  /** Files that the first page at a path needs besides those of every page; written by the client's build. */
  firstFiles: Readonly<Record<string, readonly string[]>>;
  /** Never fails: while the database is unavailable, it returns the built-in look. */
  pageBrandOf(host: string): Promise<PageBrand>;
  /** Origins of all brands: a login may be handed over to them by form (spec http-api 1.7). */
  formTargets(): Promise<string[]>;
  /** Limits for files attached to a fax; the page checks them before it uploads anything. */
  upload: UploadLimits;
  /** How long deleted faxes and closed accounts are kept; pages state it. */
  keepDays: KeepDays;
  messages: Messages;
}

/**
 * Pages whose URL contains a secret: they send no referrer, and no third-party script runs. Other pages send their
 * origin, because a login that is handed over to another brand must name its origin.
 */
const SECRET_IN_ADDRESS = /^\/(?:continue-as|reset-password|verify|cancel-fax|confirm-address)\b/;
/**
 * Pages that Egnyte opens in a popup window: they must stay connected to the page that opened them, which closes them.
 */
const POPUP = /^\/egnyte\/(?:connect|info)\b/;
const NO_VENDORS = /^\/(?:continue-as|reset-password|verify|cancel-fax|confirm-address|egnyte|operator)\b/;

/** The cookie with the look that this browser chose; written by the page itself (src/web/kit/theme.ts). */
export const THEME_COOKIE = 'f2e-theme';

/** Fills the built page for the requested host, so that the first paint already shows the brand. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  template: string,
  options: PageOptions,
): Promise<FastifyReply> {
  const brand = await options.pageBrandOf(request.hostname);
  if (isClosedDoor(request, brand.branding)) return await sendClosedDoor(request, reply, brand, options);
  const { ga_id: analytics, onetrust_token: consent } = brand.branding;
  const allowed = !NO_VENDORS.test(request.url);
  const formTargets = await goOnWithout(
    request.log,
    'where brands log in',
    async () => await options.formTargets(),
    () => [],
  );
  const { nonce, policy } = pagePolicy(formTargets, {
    analytics: allowed && analytics !== '',
    consent: allowed && consent !== '',
  });
  return await reply
    .header('content-security-policy', policy)
    .header(
      'cross-origin-opener-policy',
      POPUP.test(request.url) ? 'unsafe-none' : 'same-origin-allow-popups',
    )
    .header('referrer-policy', SECRET_IN_ADDRESS.test(request.url) ? 'no-referrer' : 'strict-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      fill(template, {
        ...brand,
        ...options,
        nonce,
        vendors: allowed,
        theme: themeOf(request),
        language: languageFor(request, brand.branding.lang, options.messages),
        path: request.url.split('?', 1)[0] ?? '',
      }),
    );
}

/**
 * Returns the brand's language, or the browser's if this installation has no words in it. A person's own choice applies
 * later.
 */
function languageFor(request: FastifyRequest, brandLanguage: string, messages: Messages): string {
  return messages.languages.includes(brandLanguage) ? brandLanguage : messages.languageOf(request);
}

/**
 * Whether to send a plain page instead of the client: at the origin's root, where the client sends people, for a brand
 * that does not use this client (spec http-api 1.1).
 */
function isClosedDoor({ url }: FastifyRequest, brand: Branding): boolean {
  const [path, query = ''] = url.split('?', 2);
  return brand.use_new_ui === '0' && path === '/' && !new URLSearchParams(query).has('newClientEnable');
}

async function sendClosedDoor(
  request: FastifyRequest,
  reply: FastifyReply,
  { branding }: PageBrand,
  { messages }: PageOptions,
): Promise<FastifyReply> {
  const language = messages.languageOf(request);
  const text = messages.say(language, 'offline.notHere', { title: branding.title });
  return await reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escapeHtml(branding.title)}</title></head><body><p>${escapeHtml(text)}</p></body></html>`,
    );
}

interface Filling extends PageBrand {
  language: string;
  locales: readonly string[];
  nonce: string;
  vendors: boolean;
  theme: string | null;
  publicPath: string;
  path: string;
  upload: UploadLimits;
  keepDays: KeepDays;
  firstFiles: PageOptions['firstFiles'];
}

function fill(template: string, filling: Filling): string {
  const { branding, color, language, nonce, vendors, theme, publicPath } = filling;
  const look = theme ? ` data-theme="${theme}"` : '';
  const icon = branding.favicon.startsWith('/brand/default/')
    ? 'brand/default/icon-180.png'
    : `brand/${branding.hid}/icon-180.png`;
  const values: [string, string][] = [
    ['<html lang="en" dir="ltr">', `<html lang="${language}" dir="${directionOf(language)}"${look}>`],
    ['<base href="/" />', `<base href="${publicPath}/" />`],
    ['name="f2e-public-path" content=""', `name="f2e-public-path" content="${publicPath}"`],
    ['name="f2e-brand" content=""', `name="f2e-brand" content="${escapeHtml(JSON.stringify(branding))}"`],
    ['name="f2e-words" content=""', `name="f2e-words" content="${filling.words.join(' ')}"`],
    [
      'name="f2e-locales" content=""',
      `name="f2e-locales" content="${escapeHtml(filling.locales.join(' '))}"`,
    ],
    ['name="f2e-vendors" content=""', `name="f2e-vendors" content="${vendors ? '1' : ''}"`],
    [
      'name="f2e-upload" content=""',
      `name="f2e-upload" content="${escapeHtml(JSON.stringify(filling.upload))}"`,
    ],
    [
      'name="f2e-keep-days" content=""',
      `name="f2e-keep-days" content="${escapeHtml(JSON.stringify(filling.keepDays))}"`,
    ],
    ['property="csp-nonce" content=""', `property="csp-nonce" content="${nonce}"`],
    ['brand/default/theme.css', `brand/${branding.hid}/theme.css?c=${color.slice(1)}`],
    ['href="brand/default/favicon.svg"', `href="${addressOf(branding.favicon, publicPath)}"`],
    ['brand/default/icon-180.png', icon],
    ['name="theme-color" content=""', `name="theme-color" content="${color}"`],
    ['<title>Fax-to-Email</title>', `<title>${escapeHtml(branding.title)}</title>`],
    ['</head>', `${preloads(filling)}</head>`],
  ];
  // A function, because replace() interprets «$» in a replacement string, such as a brand's title.
  return values.reduce((page, [place, value]) => page.replace(place, () => value), template);
}

/**
 * The fallback words that the client fetches first, together with the page's language; the client must request the same
 * URLs.
 */
const FALLBACK_WORDS = 'en.json';

/**
 * Returns preload links for files that the page's scripts would request only once they run: the browser fetches them
 * while it loads the scripts.
 */
function preloads({ path, firstFiles, locales, language }: Filling): string {
  const words = [FALLBACK_WORDS, `${language}.json`];
  return [
    ...(firstFiles[path] ?? []).map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}" />`
        : `<link rel="modulepreload" crossorigin href="${file}" />`,
    ),
    ...locales
      .filter((file) => words.some((one) => file.startsWith(`${one}?`)))
      .map((file) => `<link rel="preload" as="fetch" crossorigin href="locales/${escapeHtml(file)}" />`),
  ].join('\n');
}

function addressOf(picture: string, publicPath: string): string {
  return escapeHtml(picture.startsWith('/') ? `${publicPath}${picture}` : picture);
}

function themeOf(request: FastifyRequest): string | null {
  const chosen = request.cookies[THEME_COOKIE];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
