/** The path to which customers' providers send browsers back; operators have their own. */
const PATH = '/sso';

/** Returns the URL to which a provider sends the browser back, on this host. It must be registered at the provider. */
export function callbackOf(
  { protocol, host }: { protocol: string; host: string },
  publicPath: string,
  provider: number,
  path: string = PATH,
): string {
  // Normalized as browsers do it, because providers compare it character by character.
  return new URL(`${protocol}://${host}${publicPath}${path}/${provider}/callback`).href;
}

/** Returns the URL that the browser opened when it came back. */
export function returnedTo(callback: string, requested: string): URL {
  const url = new URL(callback);
  url.search = new URL(requested, url).search;
  return url;
}
