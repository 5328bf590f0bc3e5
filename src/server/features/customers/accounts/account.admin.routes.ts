import type { BodyOf } from '#contract/kit/call.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import {
  operatorAccount,
  operatorAccountAct,
  operatorAccountAdd,
  operatorAccountErase,
  operatorAccountSet,
  operatorAccounts,
} from '#contract/customers/accounts.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, pageOf, refusal, windowOf } from '#server/kit/operator-refusal.ts';

import type { Accounts, NumberChoice } from './accounts.service.ts';
import type { StoredAccount } from './accounts.store.ts';
import type { Closing } from './close-account.ts';
import { closeByOperator, setAccount } from './operate-accounts.ts';
import { searchAccounts } from './search-accounts.store.ts';

/**
 * Dependencies of the console's accounts; other features provide sessions, codes and pages. `zone` is the server zone.
 */
export interface AccountAdmin {
  database: Database;
  accounts: Accounts;
  zone: string;
  closing: Closing;
  sessionsOf(id: number): Promise<{ id: string; address: string; userAgent: string; lastSeenAt: Date }[]>;
  endSessions(id: number): Promise<unknown>;
  resetSecondStep(id: number): Promise<unknown>;
  /** Mails a link to the owner. */
  sendLink(
    id: number,
    which: 'reset' | 'verify',
  ): Promise<{ kind: 'ok' } | { kind: 'refused'; reason: string }>;
  /** Erases the account and reports what was removed. */
  erase(
    id: number,
    reason: string,
  ): Promise<
    | { kind: 'ok'; report: { removed: Record<string, number>; files: number; auditRows: number } }
    | { kind: 'refused'; reason: string }
  >;
  /** Returns what it may send in 24 hours now. */
  dayLimitsOf(id: number): Promise<{ calls: number; pages: number; perNumber: number }>;
  monthsOf(id: number): Promise<{ month: string; sent: number; received: number }[]>;
}

/** Mounts the console's calls for fax accounts. */
export function mountAccountAdmin(app: App, admin: AccountAdmin): void {
  const { database, accounts, zone } = admin;

  mount(app, operatorAccounts, async ({ query }) => {
    const window = windowOf(query);
    const { search, state, parent = null } = query;
    const page = pageOf(await searchAccounts(database.db, { search, state, parent, ...window }), window);
    return { ...page, rows: page.rows.map((account) => wire(account, zone)) };
  });

  mount(app, operatorAccountAdd, async ({ body: { hid, email, number, hipaa, monthLimit } }) => {
    const { account } = allowed(
      await accounts.addAccount({
        brandId: hid,
        email,
        hipaa,
        number: inputOf(number),
        ...(monthLimit > 0 && { monthLimit }),
      }),
    );
    return { uid: String(account.id) };
  });

  mount(app, operatorAccount, async ({ query }) => await openedAccount(admin, query.id));

  mount(app, operatorAccountAct, async ({ body: { id, verb } }) => {
    if (!(await accounts.findAccount(id))) throw refusal(`There is no account ${id}.`);
    if (verb === 'end-sessions') await admin.endSessions(id);
    else if (verb === 'reset-second-step') await admin.resetSecondStep(id);
    else if (verb === 'send-reset-link') allowed(await admin.sendLink(id, 'reset'));
    else if (verb === 'resend-verify') allowed(await admin.sendLink(id, 'verify'));
    else if (verb === 'close') allowed(await closeByOperator(database, id, admin.closing));
    else allowed(await accounts[verb](id));
    return done;
  });

  mount(app, operatorAccountErase, async ({ body }) => {
    const { removed, files, auditRows } = allowed(await admin.erase(body.id, body.reason)).report;
    return {
      removed: Object.entries(removed).map(([what, count]) => ({ what, count })),
      files,
      auditRows,
    };
  });

  mount(app, operatorAccountSet, async ({ body: { id, values } }) => {
    const named = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
    allowed(await setAccount(database, id, Object.fromEntries(named)));
    return done;
  });
}

/** Returns everything that an account's page shows. */
async function openedAccount(admin: AccountAdmin, accountId: number) {
  const account = await admin.accounts.findAccount(accountId);
  if (!account) throw new AppError('NOT_FOUND');
  const [sessions, months, limits] = await Promise.all([
    admin.sessionsOf(accountId),
    admin.monthsOf(accountId),
    admin.dayLimitsOf(accountId),
  ]);
  return {
    account: {
      ...wire(account, admin.zone),
      closesAt: account.closesAt && formatWireTime(account.closesAt, admin.zone),
      limits: { dayCalls: limits.calls, dayPages: limits.pages, dayPerNumber: limits.perNumber },
    },
    sessions: sessions.map(({ id, address, userAgent, lastSeenAt }) => ({
      id,
      address,
      browser: userAgent,
      lastSeen: formatWireTime(lastSeenAt, admin.zone),
    })),
    months,
  };
}

/** Converts the requested number to the pool's terms. */
function inputOf(number: BodyOf<typeof operatorAccountAdd>['number']): NumberChoice {
  if (number.by === 'area') return { areaCode: number.area };
  return number.by === 'tollfree' ? { kind: 'tollfree' } : { number: number.number };
}

function wire(account: StoredAccount, zone: string) {
  return {
    ...account,
    uid: String(account.id),
    hid: String(account.brandId),
    parentId: account.parentId === null ? null : String(account.parentId),
    number: account.faxNumber,
    createdAt: formatWireTime(account.createdAt, zone),
    lastLoginAt: account.lastLoginAt && formatWireTime(account.lastLoginAt, zone),
  };
}
