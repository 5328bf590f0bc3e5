import type { z } from 'zod';

import { OPERATOR_VIEW_MINUTES } from '#contract/customers/mailbox-view.admin.ts';
import type { childFaxes } from '#contract/customers/mailbox-view.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import { noteSent } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, OperatorCaller } from '#server/kit/scope.ts';

import type { MailboxViewDeps } from './mailbox-view.service.ts';
import { findView, findViewed, insertView } from './mailbox-view.store.ts';
import type { Viewer } from './mailbox-view.store.ts';
import { noteOpened, pageOf } from './viewed-faxes.ts';
import type { ViewedPage } from './viewed-faxes.ts';

/** Dependencies of the service. */
export interface OperatorViewDeps extends Pick<MailboxViewDeps, 'inbox' | 'files'> {
  database: Database;
  access: AccessLog;
  queueMail: QueueMail;
}

/** The operator who views a mailbox, with address and browser. */
export type OperatorLooks = Pick<OperatorCaller, 'operatorId' | 'address'> & { device: string };

/**
 * An operator views a mailbox after giving a written reason (A-VIEW-01). The owner gets the reason by email; each opened
 * fax is audited and appears in its activity. Nothing here changes a fax, not even its unread mark.
 */
export class OperatorMailboxView {
  readonly #deps: OperatorViewDeps;

  constructor(deps: OperatorViewDeps) {
    this.#deps = deps;
  }

  /** Starts a visit. Throws NOT_FOUND for a closed account. */
  async open(caller: OperatorLooks, id: number, reason: string): Promise<void> {
    const { database, queueMail } = this.#deps;
    await database.transaction(async (tx) => {
      const found = await findViewed(tx, id);
      if (!found) throw new AppError('NOT_FOUND');
      const { account, number, email, ...owner } = found;
      await insertView(tx, viewerOf(caller), account, reason);
      await writeAudit(tx, {
        ...auditOf(caller, account),
        action: 'mailbox.view',
        object: `account/${account}`,
        detail: { reason },
      });
      await queueMail(tx, {
        ...owner,
        accountId: account,
        to: email,
        template: 'mailbox-viewed',
        params: { name: formatFaxNumber(number) ?? '', why: reason, minutes: OPERATOR_VIEW_MINUTES },
        path: '/preferences/account-security',
      });
    });
  }

  /** Returns a page of a folder, newest first. Throws NOT_FOUND, VIEW_ENDED. */
  async list(caller: OperatorLooks, id: number, page: ViewedPage): Promise<z.input<typeof childFaxes.reply>> {
    const { account } = await this.#look(caller, id);
    return await pageOf(this.#deps.inbox, account, page);
  }

  /** Returns one page of a fax. Throws like list, and NOT_FOUND if there is no such fax. */
  async page(
    caller: OperatorLooks,
    id: number,
    { fax: key, page }: { fax: string; page: number },
  ): Promise<Uint8Array> {
    const { database, files, access } = this.#deps;
    const { account, view } = await this.#look(caller, id);
    await database.transaction(
      async (tx) => await noteOpened(tx, auditOf(caller, account), { view, account, key }),
    );
    const file = await files.find(account, `${key}/prev${page}.gif`);
    const { address, device } = caller;
    await noteSent(access, { actor: viewerOf(caller), address, device }, account, file.shows);
    return await file.load();
  }

  async #look(caller: OperatorLooks, id: number): Promise<{ account: AccountId; view: number }> {
    const { db } = this.#deps.database;
    const found = await findViewed(db, id);
    if (!found) throw new AppError('NOT_FOUND');
    const view = await findView(db, viewerOf(caller), found.account, OPERATOR_VIEW_MINUTES);
    if (view === undefined) throw new AppError('VIEW_ENDED');
    return { account: found.account, view };
  }
}

function viewerOf({ operatorId }: Pick<OperatorLooks, 'operatorId'>): Viewer & { kind: 'operator' } {
  return { kind: 'operator', id: operatorId };
}

function auditOf(caller: OperatorLooks, account: AccountId) {
  return { actor: viewerOf(caller), accountId: account, address: caller.address };
}
