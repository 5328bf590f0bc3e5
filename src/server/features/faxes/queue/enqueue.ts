import { newPathKey } from '#engine/secrets/tokens.ts';
import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { findContact, upsertParty } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { lockActing } from './acting.store.ts';
import { checkLater, checkLimits, checkTests } from './check-limits.ts';
import type { LimitDeps } from './check-limits.ts';
import { whenDialed } from './delivery.ts';
import { readDelivery } from './later.store.ts';
import { lockAccountQueue } from './limit.store.ts';
import { insertFaxAndJob, wakeWorkers } from './outbox.store.ts';
import type { NewFax } from './outbox.store.ts';
import { AT_ONCE } from './send-time.ts';
import type { Later } from './send-time.ts';

/** What is added to the queue: one document to one or more numbers. */
export interface Consignment {
  document: Pick<NewFax, 'documentId' | 'pages' | 'bytes' | 'ready'>;
  numbers: readonly string[];
  /** The recipient as the sender wrote it; shown in lists if the account has no contact with the number. */
  person: { company: string; sender: string; toPerson: string };
  origin: NewFax['origin'];
  originatorEmail: string;
  /** When it is to be dialed, if not at once. */
  later?: Later;
  /** The name that a program gave it, and other data by which the program finds it again. */
  clientRef?: string | null;
  metadata?: Readonly<Record<string, string>>;
  /** Whether it was sent with a test key: no line carries it, and it counts against no limit. */
  isTest?: boolean;
}

/** One accepted fax. */
export interface AcceptedJob {
  jobId: number;
  faxId: number;
  to: string;
  /**
   * When it is dialed, if not at once: at the requested time, or when the delivery window opens. In the wire's format.
   */
  sendAt?: string;
}

/**
 * Adds faxes to the queue in the caller's transaction. Throws ACCOUNT_SUSPENDED, LIMIT_REACHED, TOO_MANY_LATER,
 * TOO_MANY_TESTS, ABROAD_LIMIT and DayLimitReached.
 */
export async function enqueue(
  deps: LimitDeps,
  tx: Db,
  account: AccountId,
  consignment: Consignment,
): Promise<AcceptedJob[]> {
  const { document, numbers, person, later = AT_ONCE } = consignment;
  const { origin, originatorEmail, clientRef = null, metadata = {}, isTest = false } = consignment;
  await lockAccountQueue(tx, account);
  if (!(await lockActing(tx, account))) throw new AppError('ACCOUNT_SUSPENDED');
  if (later.sendAt) await checkLater(tx, account, numbers.length);
  if (isTest) await checkTests(tx, account, numbers.length);
  else await checkLimits(deps, tx, account, { numbers, pages: document.pages, at: later.sendAt });
  const delivery = await readDelivery(tx, account);
  const jobs: AcceptedJob[] = [];
  for (const to of numbers) {
    const contact = await findContact(tx, account, to);
    const company = contact?.company ?? person.company;
    const sender = contact?.to_person ?? person.sender;
    const partyId = await upsertParty(tx, account, {
      number: to,
      company,
      sender,
      toPerson: person.toPerson,
    });
    const made = await insertFaxAndJob(tx, account, {
      ...document,
      to,
      partyId,
      company,
      pathKey: newPathKey(),
      origin,
      originatorEmail,
      broadcast: numbers.length > 1,
      clientRef,
      metadata,
      isTest,
      ...later,
    });
    jobs.push({ ...made, to, ...whenDialed(deps.zone, to, later, delivery) });
  }
  await wakeWorkers(tx);
  return jobs;
}
