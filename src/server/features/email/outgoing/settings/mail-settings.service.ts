import type { z } from 'zod';

import { flag } from '#contract/kit/flags.ts';
import type { changeMailDelivery, mailDelivery } from '#contract/email/outgoing.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { forgetTrouble } from '../bounces/mail-bounces.store.ts';
import type { MailBounces } from '../bounces/mail-bounces.service.ts';
import { readMailSettings, updateMailSettings } from './mail-settings.store.ts';
import type { MailSettingsRow } from './mail-settings.store.ts';

type Delivery = z.output<typeof mailDelivery.reply>;
type DeliveryInput = z.output<typeof changeMailDelivery.body>;

/** Manages how an account's faxes are sent by mail, and the addresses that mails bounced from (spec http-api 12.11). */
export class MailSettingsService {
  readonly #database: Database;
  readonly #bounces: Pick<MailBounces, 'troubles'>;

  constructor({ database, bounces }: { database: Database; bounces: Pick<MailBounces, 'troubles'> }) {
    this.#database = database;
    this.#bounces = bounces;
  }

  async read(account: AccountId): Promise<Delivery> {
    const row = await readMailSettings(this.#database.db, account);
    if (!row) throw new AppError('NOT_FOUND');
    return await this.#present(account, row);
  }

  async change(caller: Caller, input: DeliveryInput): Promise<Delivery> {
    const after = await this.#database.transaction(async (tx) => {
      const before = await readMailSettings(tx, caller.accountId, { lock: true });
      if (!before) throw new AppError('NOT_FOUND');
      const wanted = {
        ...before,
        copy: input.copy ?? before.copy,
        sendNotices: input.sendNotices ?? before.sendNotices,
        report: input.report ?? before.report,
        usage: input.usage ?? before.usage,
      };
      await updateMailSettings(tx, caller.accountId, wanted);
      const { isHipaa: _, ...detail } = wanted;
      await audit(tx, caller, 'mail.settings', detail);
      return wanted;
    });
    return await this.#present(caller.accountId, after);
  }

  /** Resumes mails to an address. Throws NOT_FOUND for one that no mail has bounced from. */
  async tryAgain(caller: Caller, email: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await forgetTrouble(tx, caller.accountId, email))) throw new AppError('NOT_FOUND');
      await audit(tx, caller, 'mail.resumed', { address: email.toLowerCase() });
    });
  }

  async #present(account: AccountId, row: MailSettingsRow): Promise<Delivery> {
    const troubles = await this.#bounces.troubles(account);
    return {
      copy: row.copy,
      sendNotices: row.sendNotices,
      report: flag(row.report),
      usage: flag(row.usage),
      documents: !row.isHipaa,
      troubles: troubles.map(({ address, reason, suspended }) => ({ email: address, reason, suspended })),
    };
  }
}

async function audit(tx: Db, caller: Caller, action: string, detail: object): Promise<void> {
  await writeAudit(tx, {
    ...byAccount(caller),
    action,
    detail,
  });
}
