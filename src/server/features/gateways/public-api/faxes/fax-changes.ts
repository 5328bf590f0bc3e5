import { eraseFax } from '#server/features/faxes/files/erase.service.ts';
import type { EraseDeps } from '#server/features/faxes/files/erase.service.ts';
import { findAnswer, programKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { Outbox, Resent } from '#server/features/faxes/queue/outbox.service.ts';
import type { InboxService } from '#server/features/mailbox/inbox/inbox.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';

import type { ApiFaxes } from './api-faxes.ts';
import { faxOfJob } from './fax-attempts.store.ts';
import type { ApiFaxRow } from './fax-rows.store.ts';

/** Dependencies of changing faxes. */
export interface FaxChangesDeps {
  faxes: ApiFaxes;
  erase: EraseDeps;
  outbox: Pick<Outbox, 'cancel' | 'resend'>;
  inbox: Pick<InboxService, 'act'>;
}

/** Changes that an account's program makes to its own faxes. Every method throws ACCOUNT_KEY_NEEDED and NOT_FOUND. */
export class FaxChanges {
  readonly #deps: FaxChangesDeps;

  constructor(deps: FaxChangesDeps) {
    this.#deps = deps;
  }

  /** Removes a fax from the queue, or requests the end of its call. Throws OUTBOUND_ONLY, FAX_FINAL. */
  async cancel(caller: AccountKeyCaller, id: number): Promise<ApiFaxRow> {
    const fax = await this.#own(caller, id, 'S');
    if (!fax.isOpen || fax.jobId === null) throw new AppError('FAX_FINAL');
    await this.#deps.outbox.cancel(caller, fax.jobId).catch((error: unknown) => {
      // It has ended since it was read.
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw new AppError('FAX_FINAL');
      throw error;
    });
    return await this.#deps.faxes.own(caller.accountId, id);
  }

  /**
   * Sends a fax to its number again, as a new fax, once per key. Throws FAX_NOT_FINAL, CONFIRM_UNCERTAIN, FAX_NO_PAGES,
   * IDEMPOTENCY_MISMATCH, and the errors of sending.
   */
  async resend(
    caller: AccountKeyCaller,
    id: number,
    { confirmed, key: name }: { confirmed: boolean; key: string | undefined },
  ): Promise<{ fax: ApiFaxRow; repeated: boolean }> {
    requireOwnKey(caller);
    const { db } = this.#deps.erase.database;
    const asked = { call: ['POST', `/v1/faxes/fax_${id}/resend`, caller.mode], confirmed };
    const key = name === undefined ? undefined : programKey(name, asked);
    // The first call may have changed what is refused below.
    const known = key && ((await findAnswer(db, caller.accountId, key)) as { jobId: number } | null);
    const { jobId, repeated } = known
      ? { ...known, repeated: true }
      : await this.#resend(caller, id, { confirmed, key });
    const faxId = await faxOfJob(db, caller.accountId, jobId);
    return { fax: await this.#deps.faxes.own(caller.accountId, faxId), repeated };
  }

  async #resend(
    caller: AccountKeyCaller,
    id: number,
    { confirmed, key }: { confirmed: boolean; key: IdempotencyKey | undefined },
  ): Promise<Resent> {
    const fax = await this.#own(caller, id, 'S');
    if (fax.isOpen) throw new AppError('FAX_NOT_FINAL');
    if (fax.status === 'uncertain' && !confirmed) throw new AppError('CONFIRM_UNCERTAIN');
    // A fax that was canceled before its first call may never have been converted, and is about to be erased.
    if (fax.isDropped) throw new AppError('FAX_NO_PAGES');
    const isTest = caller.mode === 'test';
    return await this.#deps.outbox.resend(caller, fax.pathKey, fax.other, { isTest, key });
  }

  /** Marks a received fax as read or unread. Throws INBOUND_ONLY. */
  async mark(caller: AccountKeyCaller, id: number, read: boolean): Promise<ApiFaxRow> {
    await this.#own(caller, id, 'R');
    await this.#deps.inbox.act(caller, read ? 'view' : 'new', [id]);
    return await this.#deps.faxes.own(caller.accountId, id);
  }

  /** Moves a fax to Recently deleted, or erases it, even from there. Throws FAX_NOT_FINAL, FAX_HELD. */
  async remove(caller: AccountKeyCaller, id: number, { forGood }: { forGood: boolean }): Promise<void> {
    requireOwnKey(caller);
    const [fax] = await this.#deps.faxes.read(caller.accountId, [id]);
    if (!fax || (fax.gone && !forGood)) throw new AppError('NOT_FOUND');
    if (fax.isOpen) throw new AppError('FAX_NOT_FINAL');
    // A fax that was canceled before its first call was in no folder that it could return to.
    if (forGood || fax.isDropped) await eraseFax(this.#deps.erase, caller, id);
    else await this.#deps.inbox.act(caller, 'delete', [id]);
  }

  async #own(caller: AccountKeyCaller, id: number, action: 'R' | 'S'): Promise<ApiFaxRow> {
    requireOwnKey(caller);
    const fax = await this.#deps.faxes.own(caller.accountId, id);
    if (fax.action !== action) throw new AppError(action === 'S' ? 'OUTBOUND_ONLY' : 'INBOUND_ONLY');
    return fax;
  }
}

/**
 * Throws ACCOUNT_KEY_NEEDED for an administrator's key: administrators may view faxes where allowed, but only the owner
 * may change them.
 */
function requireOwnKey({ owner }: AccountKeyCaller): void {
  if (owner.kind !== 'account') throw new AppError('ACCOUNT_KEY_NEEDED');
}
