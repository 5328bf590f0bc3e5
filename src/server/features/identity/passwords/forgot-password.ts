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
/** Nobody's mailbox is to be filled by strangers (A-RESET-02); counted for unknown numbers too, or the limit would tell. */
const PER_NAME = { most: 5, seconds: HOUR };
/** One address asking for many numbers is looking for customers (spec http-api 1.12). */
const PER_ADDRESS = { most: 20, seconds: HOUR };

/** A link to a new password opens an account: it lives an hour (spec http-api 1.12). */
export const RESET_MINUTES = 60;

/** Somebody's words about who they are. */
export interface ForgottenWho {
  faxNumber: string;
  username: string;
  host: string;
  /** Where the request came from, for the audit row. */
  address: string;
}

/** What both halves need. */
export interface ForgottenDeps {
  database: Database;
  queue: Pick<JobQueue, 'enqueue'>;
  queueMail: QueueMail;
}

/**
 * Takes a request for a link. It only writes the request down: whether the number is a customer's is found out later, so
 * that answers and times are the same for all (A-RESET-01).
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

/** Mails the link if there is such an account, administrator or person; otherwise nothing happens. */
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

/** Mails a link to a new password; an older one is void. */
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

/** An account, or an administrator and a person who go by the same address. */
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
