/** Marks an account's tour as viewed through the calls, so that no tour stands before what a spec is about. */
export async function seeTour(product: { baseURL: string; password: string }, number: string): Promise<void> {
  const api = `${product.baseURL.replace(/\/$/u, '')}/api`;
  const login = await fetch(`${api}/auth/login/faxuser.cookie`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${number}:${product.password}`).toString('base64')}` },
  });
  if (!login.ok) throw new Error(`${number} could not log in: ${login.status}`);
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  const headers = { cookie: cookies.join('; '), 'x-access-token': token ?? '' };
  const viewed = await fetch(`${api}/db/f2e/TourViewed.json`, { method: 'PUT', headers });
  if (!viewed.ok) throw new Error(`the tour of ${number} could not be marked: ${viewed.status}`);
  await fetch(`${api}/faxui/logout.json`, { method: 'POST', headers });
}
