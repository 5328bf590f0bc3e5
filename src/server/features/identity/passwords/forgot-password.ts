import { formatFaxNumber, isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { NewMail, QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { FORGOT_BUDGET, spendOrRefuse } from '#server/features/identity/sessions/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';

import { countOrRefuse } from './attempts.ts';
import { replaceToken } from './link-token.store.ts';
import { answerForgottenKind } from './password.jobs.ts';
import {
  findAccountSubject,
  findAdministratorSubject,
  findBrandOfHost,
  findPersonSubject,
} from './password.store.ts';
import type { Subject } from './password.store.ts';

const HOUR = 60 * 60;
/** Keeps strangers from flooding a mailbox (A-RESET-02). Unknown numbers count too, or the limit would reveal them. */
const PER_NAME = { most: 5, seconds: HOUR };
/** Stops an address that tries many numbers to find customers (spec http-api 1.12). */
const PER_ADDRESS = { most: 20, seconds: HOUR };

/** Lifetime of a reset link, which can open an account (spec http-api 1.12). */
export const RESET_MINUTES = 60;

/** The identity that a requester claims. */
export interface ForgottenWho {
  faxNumber: string;
  username: string;
  host: string;
  /** Where the request came from, for the audit row. */
  address: string;
}

/** Dependencies of both steps. */
export interface ForgottenDeps {
  database: Database;
  queue: Pick<JobQueue, 'enqueue'>;
  queueMail: QueueMail;
}

/**
 * Accepts a request for a reset link and only queues it. Whether the number belongs to a customer is checked later, so
 * that responses and timing are the same for all (A-RESET-01).
 */
export async function noteForgotten({ database, queue }: ForgottenDeps, who: ForgottenWho): Promise<void> {
  const faxNumber = normalizeNumber(who.faxNumber);
  const name = isNanp(faxNumber) ? faxNumber : who.username.trim().toLowerCase();
  await countOrRefuse(database.db, `forgot-from:${addressBlock(who.address)}`, PER_ADDRESS);
  await spendOrRefuse(database.db, FORGOT_BUDGET, who.address);
  await countOrRefuse(database.db, `forgot:${name}`, PER_NAME);
  await database.transaction(
    async (tx) => await queue.enqueue(tx, answerForgottenKind, { ...who, faxNumber }),
  );
}

/** Mails the link if a matching account, administrator or person exists; otherwise does nothing. */
export async function answerForgotten(
  { database, queueMail }: ForgottenDeps,
  who: ForgottenWho,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const subject of await findForgotten(tx, who)) {
      await mailResetLink(tx, queueMail, subject);
      await writeAudit(tx, {
        actor: { kind: 'guest' },
        ...(subject.kind === 'account' ? { accountId: subject.id } : {}),
        action: 'password.forgot',
        object: `${subject.kind}/${subject.id}`,
        address: who.address,
      });
    }
  });
}

/** Mails a link to set a new password and invalidates earlier links. */
export async function mailResetLink(
  tx: Db,
  queueMail: QueueMail,
  subject: Subject,
  input: Pick<NewMail, 'uncounted'> = {},
): Promise<void> {
  const token = newToken();
  await replaceToken(tx, {
    purpose: 'reset',
    hash: hashToken(token),
    subject,
    email: subject.email,
    minutes: RESET_MINUTES,
  });
  await queueMail(tx, {
    template: 'reset-password',
    brandId: subject.brandId,
    ...(subject.kind === 'account' && { accountId: subject.id }),
    to: subject.email,
    language: subject.language,
    params: { name: formatFaxNumber(subject.name) ?? '', minutes: RESET_MINUTES },
    path: `/reset-password?token=${token}`,
    ...input,
  });
}

/** Returns the account with the number, or the administrator and the person with the user name. */
async function findForgotten(tx: Db, who: ForgottenWho): Promise<Subject[]> {
  if (isNanp(who.faxNumber)) return known(await findAccountSubject(tx, { number: who.faxNumber }));
  const username = who.username.trim();
  const brandId = await findBrandOfHost(tx, who.host.toLowerCase());
  if (!username || brandId === undefined) return [];
  const administrator = await findAdministratorSubject(tx, { brandId, username });
  const person = username.includes('@')
    ? await findPersonSubject(tx, { brandId, email: username })
    : undefined;
  return [...known(administrator), ...known(person)];
}

function known(subject: Subject | undefined): Subject[] {
  return subject ? [subject] : [];
}
