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

/** What is put into the queue: one document to one or more numbers. */
export interface Consignment {
  document: Pick<NewFax, 'documentId' | 'pages' | 'bytes' | 'ready'>;
  numbers: readonly string[];
  /** Whom the sender wrote to; shown in lists where the account has no contact of the number. */
  person: { company: string; sender: string; toPerson: string };
  origin: NewFax['origin'];
  originatorEmail: string;
  /** When it is to be dialed, where that is not at once. */
  later?: Later;
  /** What a program calls it, and what else it wants to find again with it. */
  clientRef?: string | null;
  metadata?: Readonly<Record<string, string>>;
  /** Sent with a test key: no line carries it, and it counts against no limit. */
  isTest?: boolean;
}

/** One accepted fax. */
export interface AcceptedJob {
  jobId: number;
  faxId: number;
  to: string;
  /** When it is dialed, where that is not at once: asked for, or when the delivery window opens. On the wire's form. */
  sendAt?: string;
}

/** Puts faxes into the queue inside the caller's transaction. Throws LIMIT_REACHED, TOO_MANY_LATER, ABROAD_LIMIT and DayLimitReached. */
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
