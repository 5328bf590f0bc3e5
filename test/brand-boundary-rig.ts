import type { Call } from '#contract/kit/call.ts';

import { makeAccount, makeBrand } from './factories.ts';
import { logIn } from './log-in.ts';
import { makeCall } from './make-call.ts';
import { signInAdministrator } from './multifax-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn } from './start-app.ts';

export const HARBOR = 'fax.harbor.test';
export const MEADOW = 'fax.meadow.test';
/** Hosts outside Harbor: another brand's, and the default brand's by name and by address. */
export const ELSEWHERE = [MEADOW, 'localhost', '127.0.0.1'];

/** Returns a session as sent to another host. */
export function at({ cookies, headers }: SignedIn, host: string): SignedIn {
  return { cookies, headers: { ...headers, host } };
}

/** Creates two brands in addition to the default one, and logs in an account and an administrator of Harbor. */
export async function startBrands() {
  const test = await startApp();
  const { db } = test.database;
  await makeAccount(db);
  const brandId = await makeBrand(db, { domain: HARBOR });
  await makeBrand(db, { domain: MEADOW });
  const account = await makeAccount(db, { brandId });
  return {
    test,
    brandId,
    account,
    user: await test.signIn(account.number),
    parent: await signInAdministrator(test, { brandId }),
    ask: async (call: Call, session: SignedIn) => await makeCall(test, call, session),
    basic: async (host: string, number: string, password?: string) =>
      await logIn(test, number, password, { headers: { host } }),
    post: async (host: string, name: string, payload: object, cookies: Record<string, string> = {}) =>
      await test.app.inject({
        method: 'POST',
        url: `/api/faxui/${name}`,
        cookies,
        headers: { host },
        payload,
      }),
  };
}

export type BrandsRig = Awaited<ReturnType<typeof startBrands>>;
