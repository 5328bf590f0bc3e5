import type { Database, Db } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A received document that is forwarded to another number. */
export interface Forwarded {
  document: { documentId: number; pages: number; bytes: number; ready: boolean };
  numbers: readonly string[];
  person: { company: string; sender: string; toPerson: string };
  origin: 'rule';
  originatorEmail: string;
}

/** What rules need from sending, which is a layer above the mailbox. */
export interface RunDeps {
  database: Database;
  /** Mails the notice of a fax to addresses that a rule names. */
  notices: {
    arrivedFor(
      tx: Db,
      fax: { accountId: number; faxId: number },
      addresses: readonly string[],
    ): Promise<void>;
  };
  /** Mails people about faxes that a rule assigns to them. */
  queueMail: QueueMail;
  /** The send queue with its limits. */
  outbox: {
    sending<T>(account: AccountId, work: (tx: Db) => Promise<T>): Promise<T>;
    checkRoutes(tx: Db, account: AccountId, numbers: readonly string[]): Promise<{ adminEmail: string }>;
    enqueue(tx: Db, account: AccountId, forwarded: Forwarded): Promise<unknown>;
  };
}
