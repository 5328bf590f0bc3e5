import type { z } from 'zod';

import { FAX_FILE } from '#contract/mailbox/inbox.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { childFaxes, mailboxViews } from '#contract/customers/mailbox-view.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { managedAccountOf } from '#server/kit/managed-account.ts';
import type { InboxService } from '#server/features/mailbox/inbox/inbox.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import type { AccountId, AdministratorCaller } from '#server/kit/scope.ts';

import type { FaxFile } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { findView, insertView, listViews, mayBeViewed } from './mailbox-view.store.ts';
import type { Viewer } from './mailbox-view.store.ts';
import { noteOpened, pageOf } from './viewed-faxes.ts';
import type { ViewedPage } from './viewed-faxes.ts';

/** Dependencies of viewing: the mailbox's own read operations, and none that write. */
export interface MailboxViewDeps {
  database: Database;
  inbox: Pick<InboxService, 'list'>;
  files: { find(account: AccountId, file: string): Promise<FaxFile> };
  zone: string;
}

/** The administrator who views, by a page or a program. */
type Looker = Pick<AdministratorCaller, 'parentId' | 'address'>;

/**
 * Lets an administrator view the mailbox of one of their accounts, if its product allows it. A visit is audited and
 * shown to the mailbox's owner, and so is every fax that is opened. Nothing here changes a fax, not even its unread
 * mark.
 */
export class MailboxView {
  readonly #deps: MailboxViewDeps;

  constructor(deps: MailboxViewDeps) {
    this.#deps = deps;
  }

  /** Starts a visit. Throws NOT_FOUND for an account that is not theirs, VIEW_NOT_ALLOWED. */
  async open(caller: AdministratorCaller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const account = await managedAccountOf(tx, caller.parentId, id);
      if (!(await mayBeViewed(tx, account))) throw new AppError('VIEW_NOT_ALLOWED');
      await this.#begin(tx, caller, account);
    });
  }

  /**
   * Checks whether a program may view: an account's own may, an administrator's if the product allows it. Throws
   * VIEW_NOT_ALLOWED, and NOT_FOUND for an operator's.
   */
  async requireView({ owner, accountId }: AccountKeyCaller): Promise<void> {
    if (owner.kind === 'operator') throw new AppError('NOT_FOUND');
    if (owner.kind === 'account' || (await mayBeViewed(this.#deps.database.db, accountId))) return;
    throw new AppError('VIEW_NOT_ALLOWED');
  }

  /** Returns a page of a folder, newest first. Throws like open, and VIEW_ENDED. */
  async list(
    caller: AdministratorCaller,
    id: number,
    page: ViewedPage,
  ): Promise<z.input<typeof childFaxes.reply>> {
    const { account } = await this.#look(caller, id);
    return await pageOf(this.#deps.inbox, account, page);
  }

  /** Returns a page image or a whole fax; the first of each fax in a visit is audited. Throws like list. */
  async file(caller: AdministratorCaller, id: number, name: string): Promise<FaxFile> {
    const { account, view } = await this.#look(caller, id);
    const key = FAX_FILE.exec(name)?.groups?.['key'] ?? '';
    await this.#deps.database.transaction(
      async (tx) => await noteOpened(tx, auditOf(caller, account), { view, account, key }),
    );
    return await this.#deps.files.find(account, name);
  }

  /**
   * Records that a program of the administrator views: starts a visit unless one is in progress, and records a fax
   * whose pages are shown, as `file` does. `account` belongs to the administrator. Throws VIEW_NOT_ALLOWED, and
   * NOT_FOUND if there is no such fax.
   */
  async look(caller: Looker, account: AccountId, pathKey?: string): Promise<void> {
    const { database } = this.#deps;
    if (!(await mayBeViewed(database.db, account))) throw new AppError('VIEW_NOT_ALLOWED');
    const lasting = await findView(database.db, viewerOf(caller), account);
    if (lasting !== undefined && pathKey === undefined) return;
    await database.transaction(async (tx) => {
      const view = lasting ?? (await this.#begin(tx, caller, account));
      if (pathKey !== undefined)
        await noteOpened(tx, auditOf(caller, account), { view, account, key: pathKey });
    });
  }

  /** Returns what the mailbox's owner sees of the visits. */
  async views(account: AccountId): Promise<z.output<typeof mailboxViews.reply>> {
    const { database, zone } = this.#deps;
    const [allowed, views] = await Promise.all([
      mayBeViewed(database.db, account),
      listViews(database.db, account),
    ]);
    return { allowed, views: views.map((view) => ({ ...view, at: formatWireTime(view.at, zone) })) };
  }

  async #begin(tx: Db, caller: Looker, account: AccountId): Promise<number> {
    const view = await insertView(tx, viewerOf(caller), account);
    await writeAudit(tx, { ...auditOf(caller, account), action: 'mailbox.view' });
    return view;
  }

  /** Returns the account and the visit in progress; the product may have changed since it began. */
  async #look(caller: AdministratorCaller, id: number): Promise<{ account: AccountId; view: number }> {
    const { db } = this.#deps.database;
    const account = await managedAccountOf(db, caller.parentId, id);
    if (!(await mayBeViewed(db, account))) throw new AppError('VIEW_NOT_ALLOWED');
    const view = await findView(db, viewerOf(caller), account);
    if (view === undefined) throw new AppError('VIEW_ENDED');
    return { account, view };
  }
}

function viewerOf({ parentId }: Looker): Viewer {
  return { kind: 'parent', id: parentId };
}

function auditOf(caller: Looker, account: AccountId) {
  return {
    actor: { kind: 'parent' as const, id: caller.parentId },
    accountId: account,
    object: `account/${account}`,
    address: caller.address,
  };
}
