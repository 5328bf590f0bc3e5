import { clientServiceInfo, mainInterface } from '#contract/mailbox/account.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { AccountService } from './account.service.ts';

/** Mounts the calls for the account's main data and services (spec http-api 2.1, 2.2). */
export function mountAccount(app: App, accounts: AccountService): void {
  mount(app, mainInterface, async ({ caller }) => await accounts.main(caller));
  mount(app, clientServiceInfo, async ({ caller }) => await accounts.services(caller.accountId));
}
