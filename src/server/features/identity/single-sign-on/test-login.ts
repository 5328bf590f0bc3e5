import type { Database } from '#engine/database/port.ts';

import { noteTest } from './administration-sign-on.store.ts';
import { addressFault } from './find-person.ts';
import type { Attempt, OpenId } from './open-id.ts';
import { openClient } from './provider-client.ts';
import type { ProviderRow } from './providers.store.ts';
import { faultOfReturn } from './sign-on-fault.ts';

/** Dependencies of a test login. */
export interface TestDeps {
  database: Database;
  openId: OpenId;
  key: Buffer;
}

/** Stores the result of a test login. It opens no session. */
export async function endTest(
  { database, openId, key }: TestDeps,
  provider: ProviderRow,
  url: URL,
  attempt: Attempt,
): Promise<void> {
  try {
    const proved = await openId.finish(openClient(key, provider, 'always'), url, attempt);
    const { email, groups } = proved;
    await noteTest(database.db, provider.id, {
      fault: addressFault(provider, proved),
      email,
      groups: groups && [...groups],
    });
  } catch (error) {
    await noteTest(database.db, provider.id, { fault: faultOfReturn(error), email: null, groups: null });
  }
}
