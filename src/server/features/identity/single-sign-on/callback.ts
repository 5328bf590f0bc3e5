/** Where providers send browsers back to, for everybody but operators. */
const PATH = '/sso';

/** Where a provider sends the browser back to: this host, which has to be among those registered there. */
export function callbackOf(
  { protocol, host }: { protocol: string; host: string },
  publicPath: string,
  provider: number,
  path: string = PATH,
): string {
  // As browsers write it: providers compare it letter by letter.
  return new URL(`${protocol}://${host}${publicPath}${path}/${provider}/callback`).href;
}

/** The address that the browser opened when it came back. */
export function returnedTo(callback: string, requested: string): URL {
  const url = new URL(callback);
  url.search = new URL(requested, url).search;
  return url;
}
