import { request } from 'node:http';

/** Marks an account's tour as viewed through the calls, so that no tour covers what a spec tests. */
export async function seeTour(
  product: { baseURL: string; password: string },
  number: string,
  host?: string,
): Promise<void> {
  const api = `${product.baseURL.replace(/\/$/u, '')}/api`;
  const call = async (method: string, path: string, headers: Record<string, string>) =>
    await ask(`${api}${path}`, method, { ...headers, ...(host !== undefined && { host }) });
  const login = await call('POST', '/auth/login/faxuser.cookie', {
    authorization: `Basic ${Buffer.from(`${number}:${product.password}`).toString('base64')}`,
  });
  if (login.status !== 200) throw new Error(`${number} could not log in: ${login.status}`);
  const token = login.cookies.find((cookie) => cookie.startsWith('access-token='))?.split('=')[1];
  const headers = { cookie: login.cookies.join('; '), 'x-access-token': token ?? '' };
  const viewed = await call('PUT', '/db/f2e/TourViewed.json', headers);
  if (viewed.status !== 200) throw new Error(`the tour of ${number} could not be marked: ${viewed.status}`);
  await call('POST', '/faxui/logout.json', headers);
}

/** Sends a request to this machine with another host name, which fetch does not allow. */
async function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; cookies: string[] }> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.resume();
      const cookies = answer.headers['set-cookie'] ?? [];
      resolve({
        status: answer.statusCode ?? 0,
        cookies: cookies.map((cookie) => cookie.split(';', 1)[0] ?? ''),
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
