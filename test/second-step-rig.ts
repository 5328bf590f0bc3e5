import type { LightMyRequestResponse as Response } from 'fastify';

import { appCode } from './app-code.ts';
import { PASSWORD } from './factories.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/**
 * Makes the current code of every authenticator app valid once more, so that a test need not wait half a minute for the
 * next.
 */
export async function forgetTimeSteps({ database }: TestApp): Promise<void> {
  await database.db.updateTable('second_step').set({ last_step: 0 }).execute();
}

/** Makes a call with JSON in a session. */
export async function ask(
  { app }: TestApp,
  [method, path]: ['GET' | 'POST' | 'PUT' | 'DELETE', string],
  { cookies, headers }: SignedIn,
  payload: object = {},
): Promise<Response> {
  const url = `/api/faxui/${path}`;
  return method === 'GET'
    ? await app.inject({ method, url, cookies, headers })
    : await app.inject({ method, url, cookies, headers, payload });
}

/** Turns two-step login on as a person does; returns the app's secret and the recovery codes. */
export async function turnOn(
  test: TestApp,
  session: SignedIn,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await ask(test, ['POST', 'secondStep'], session, { password: PASSWORD });
  const { secret } = begun.json<{ data: { secret: string } }>().data;
  const confirmed = await ask(test, ['PUT', 'secondStep'], session, { code: appCode(secret) });
  const { recoveryCodes } = confirmed.json<{ data: { recoveryCodes: string[] } }>().data;
  await forgetTimeSteps(test);
  return { secret, recoveryCodes };
}

/** Returns the cookies that a response sets, ready for the next request, without those that it deletes. */
export function cookiesOf(answer: Response): Record<string, string> {
  return Object.fromEntries(
    answer.cookies.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
  );
}
