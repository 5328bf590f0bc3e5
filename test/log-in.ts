import type { App } from '#server/kit/mount.ts';

import { PASSWORD } from './factories.ts';

/** Returns the header of Basic credentials (RFC 7617). */
export function basicAuth(name: string, password = PASSWORD): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** The login name and password, and where the login comes from. */
export type LogInAs = [
  name: string,
  password?: string,
  from?: { address?: string; cookies?: Record<string, string>; headers?: object },
];

/** Makes the login call of an account, as a browser does. */
export async function logIn({ app }: { app: App }, ...[name, password, from = {}]: LogInAs) {
  const { address = '127.0.0.1', cookies = {}, headers = {} } = from;
  return await app.inject({
    method: 'POST',
    url: '/api/n1/auth/login/faxuser.cookie',
    headers: { authorization: basicAuth(name, password), ...headers },
    cookies,
    remoteAddress: address,
  });
}

/** Makes the call before a login, which returns where to log in. */
export async function getNode({ app }: { app: App }, body: object, address = '127.0.0.1') {
  return await app.inject({
    method: 'POST',
    url: '/api/faxui/getNode.json',
    payload: body,
    remoteAddress: address,
  });
}
