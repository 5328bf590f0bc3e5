import { randomBytes } from 'node:crypto';

/** The third-party scripts that a brand uses; each is allowed only if the brand enables it (BRAND-07, BRAND-08). */
export interface PageVendors {
  analytics: boolean;
  consent: boolean;
}

/**
 * Sources of the analytics scripts, and where they report to (developers.google.com/tag-platform/security/guides/csp).
 */
const ANALYTICS = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  style: [],
};
/** Sources of the consent banner, which has its own style sheet and pictures. */
const CONSENT = {
  script: ['https://cdn.cookielaw.org'],
  connect: ['https://cdn.cookielaw.org', 'https://*.onetrust.com'],
  image: ['https://cdn.cookielaw.org'],
  style: ['https://cdn.cookielaw.org'],
};

/**
 * Returns the content security policy of our page: only our own scripts, and styles with this page's nonce (React Aria
 * adds one style element). Script URLs must pass one named Trusted Types policy. The consent banner writes its own
 * markup, so where a brand has one, markup need not pass that policy; script sources remain limited to the list.
 */
export function pagePolicy(
  formTargets: readonly string[],
  { analytics, consent }: PageVendors,
): { nonce: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const vendors = [...(analytics ? [ANALYTICS] : []), ...(consent ? [CONSENT] : [])];
  const from = (kind: keyof typeof ANALYTICS) => vendors.flatMap((vendor) => vendor[kind]);
  const policy = [
    "default-src 'none'",
    list('script-src', "'self'", ...from('script')),
    list('style-src', "'self'", `'nonce-${nonce}'`, ...from('style')),
    list('img-src', "'self'", 'blob:', 'data:', ...from('image')),
    "font-src 'self'",
    list('connect-src', "'self'", ...from('connect')),
    "manifest-src 'self'",
    "worker-src 'self'",
    list('form-action', "'self'", ...formTargets),
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "object-src 'none'",
    ...(consent
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types f2e${analytics ? ' default' : ''}`]),
  ].join('; ');
  return { nonce, policy };
}

function list(name: string, ...sources: string[]): string {
  return [name, ...sources].join(' ');
}
