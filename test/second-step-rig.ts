import type { LightMyRequestResponse as Response } from 'fastify';

import { appCode } from './app-code.ts';
import { PASSWORD } from './factories.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Lets every app's present code open once more: a test does not wait half a minute for the next one. */
export async function forgetTimeSteps({ database }: TestApp): Promise<void> {
  await database.db.updateTable('second_step').set({ last_step: 0 }).execute();
}

/** Makes a call with JSON as the person of a session. */
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

/** Turns two-step login on as a person does; gives back what their app and their drawer hold. */
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

/** The cookies that an answer sets, ready for the next request; those that it takes back are missing. */
export function cookiesOf(answer: Response): Record<string, string> {
  return Object.fromEntries(
    answer.cookies.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
  );
}
