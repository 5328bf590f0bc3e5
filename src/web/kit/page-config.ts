/** What the server writes into the page it serves; read once, because the page never changes under our feet. */

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The base path of this installation without a slash at its end: empty, or for instance `/fax` (contract 0.1). */
export const publicPath: string = meta('f2e-public-path').replace(/\/+$/, '');

/** The host name that calls are made for, without port (contract 1.2, 1.5). */
export function hostName(): string {
  return location.hostname.toLowerCase();
}

/** An address of this installation for links and images that the router does not know. */
export function appUrl(path: string): string {
  return path.startsWith('/ajax') ? path : `${publicPath}${path}`;
}
