import { toE164 } from '#contract/kit/fax-number.ts';
import {
  addAccount,
  closeAccount,
  getAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
} from '#contract/v1/accounts.ts';
import { idBehind, listOnWire, pageOf } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { ApiAccount } from './api-accounts.store.ts';
import type { ApiAccounts } from './api-accounts.ts';

/** Mounts the management of accounts by programs. */
export function mountAccountsApi(app: App, accounts: ApiAccounts): void {
  mount(app, listAccounts, async ({ caller, query: { status, after, limit } }) => {
    const asked = { state: status ?? null, after: idBehind(after) ?? 0, limit: limit + 1 };
    return listOnWire(pageOf(await accounts.list(caller, asked), limit), accountOnWire, ({ id }) => id);
  });
  mount(app, getAccount, async ({ caller, params }) => accountOnWire(await accounts.find(caller, params.id)));
  mount(app, addAccount, async ({ caller, body }) => accountOnWire(await accounts.add(caller, body)));
  mount(app, suspendAccount, async ({ caller, params }) =>
    accountOnWire(await accounts.move(caller, params.id, 'suspended')),
  );
  mount(app, resumeAccount, async ({ caller, params }) =>
    accountOnWire(await accounts.move(caller, params.id, 'active')),
  );
  mount(app, closeAccount, async ({ caller, params }) =>
    accountOnWire(await accounts.close(caller, params.id)),
  );
}

function accountOnWire(account: ApiAccount) {
  const { id, state, number, porting, email, administrator, hipaa, monthLimit, createdAt } = account;
  return {
    object: 'account' as const,
    id: `acc_${id}`,
    status: state,
    number: number && toE164(number),
    porting_number: number === null && porting !== null ? toE164(porting) : null,
    email,
    administrator: administrator === null ? null : `adm_${administrator}`,
    hipaa,
    month_limit: monthLimit,
    created_at: createdAt.toISOString(),
  };
}
