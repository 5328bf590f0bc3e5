import { makeAccount } from './factories.ts';
import { makeFalseWeb } from './false-web.ts';
import { logIn } from './log-in.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** The Accept header of a browser that opens a page. */
export const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Starts the application with pages; each test's settings need their own application. */
export async function start(env: Record<string, string> = {}) {
  const web = await makeFalseWeb();
  const test = await startApp({ web: web.folder, env });
  const { number } = await makeAccount(test.database.db);
  const stop = async () => {
    await test.stop();
    await web.remove();
  };
  return { test, number, stop };
}

/** Makes the login call from an address, at a host. */
export async function login(
  test: TestApp,
  number: string,
  {
    host = 'localhost',
    address = '127.0.0.1',
    headers = {},
  }: { host?: string; address?: string; headers?: object } = {},
) {
  return await logIn(test, number, undefined, { address, headers: { host, ...headers } });
}
