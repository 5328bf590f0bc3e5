import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { insertRequest, readService } from './cancellation.store.ts';
import type { EndedService } from './cancellation.store.ts';

/** The contact data of a request. */
export interface CancellationInput {
  email: string;
  phone: string;
  /** Other fields that the client sent; stored for the operator to read, never acted upon (A-TENANT-13). */
  noted: Record<string, string | undefined>;
}

/** Accepts requests to end a service; the operator decides on them (spec http-api 2.3). */
export class CancellationService {
  readonly #database: Database;
  readonly #queueMail: QueueMail;

  constructor({ database, queueMail }: { database: Database; queueMail: QueueMail }) {
    this.#database = database;
    this.#queueMail = queueMail;
  }

  /** Stores the request for the signed-in account, whichever account the body names. Throws CANCELLATION_PENDING. */
  async request(caller: Caller, input: CancellationInput): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const service = await readService(tx, caller.accountId);
      if (!service) throw new AppError('NOT_FOUND');
      if (!service.show_cancellation_menu) throw new AppError('CANCELLATION_PENDING');
      const id = await insertRequest(tx, caller.accountId, input);
      if (id === null) throw new AppError('CANCELLATION_PENDING');
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'cancellation.request',
        object: `cancellation/${id}`,
      });
      await this.#tell(tx, service, input);
    });
  }

  /** Notifies the brand's own mailbox, and confirms to the sender that the request arrived. */
  async #tell(tx: Db, service: EndedService, { email, phone }: CancellationInput): Promise<void> {
    const mail = {
      brandId: service.brand_id,
      params: { name: formatFaxNumber(service.fax_number ?? '') ?? '', email, phone },
    };
    if (service.cancellation_email !== '')
      await this.#queueMail(tx, {
        ...mail,
        template: 'cancellation-request',
        to: service.cancellation_email,
        language: service.brand_language,
        path: '/login',
      });
    const owner = service.admin_email;
    const receivers = owner.toLowerCase() === email.toLowerCase() ? [owner] : [email, owner];
    for (const to of receivers)
      await this.#queueMail(tx, {
        ...mail,
        template: 'cancellation-ack',
        accountId: service.id,
        to,
        language: service.language,
        path: '/cancellation',
      });
  }
}
