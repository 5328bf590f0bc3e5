import { appUrl } from './page-config.ts';

/** The only script URLs allowed besides our own files; the page's policy names the same hosts. */
const VENDOR_SCRIPTS = ['https://www.googletagmanager.com/', 'https://cdn.cookielaw.org/'];

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

function checked(address: string): string {
  const { href } = new URL(address, document.baseURI);
  const known = [new URL(appUrl('/service-worker.js'), location.origin).href, ...VENDOR_SCRIPTS];
  if (!known.some((one) => href.startsWith(one))) throw new TypeError(`no script is loaded from ${href}`);
  return href;
}

const policy = trustedTypes?.createPolicy('f2e', { createScriptURL: checked });

/** Returns a URL that a script may be loaded from; throws for any other (Trusted Types). */
export function scriptAddress(address: string): string {
  return policy?.createScriptURL(address) ?? checked(address);
}

/** Allows vendor scripts, which do not support our policy, to load their own parts, only from the vendors' hosts. */
export function allowVendorScripts(): void {
  trustedTypes?.createPolicy('default', { createScriptURL: checked });
}
