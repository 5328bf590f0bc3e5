import type { MailInTable } from '#engine/database/tables-mail-in.ts';
import type {
  MailAnswer,
  MailSignature,
  ParsedMail,
  ProvedSender,
  ReceivedMail,
} from '#engine/mail-in/port.ts';
import { parseAddress } from '#engine/mail/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { parseDestination } from '#server/features/faxes/queue/outbox.service.ts';
import { inMegabytes } from '#server/features/faxes/compose/compose.service.ts';
import type { MailHandlerDeps } from './handler-deps.ts';
import { keyOf, mailToFax } from './mail-to-fax.ts';
import type { MailFax, MailFaxOutcome } from './mail-to-fax.ts';
import { chooseSender } from './choose-sender.ts';
import { findBrandOfDomain, insertMailIn } from './mail-in.store.ts';
import { marksOf, notAddressed } from './mail-marks.ts';
import { findTaken, insertTaken } from './mail-taken.store.ts';
import { readFaxAddress, splitAddress } from './recipient-address.ts';
import { findSenderClaims } from './sender-rights.store.ts';
import type { SenderClaim } from './sender-rights.store.ts';
import { refused, refusedBy, refusedFiles, temporarily } from './smtp-replies.ts';

/** A mail that passed through more servers is in a loop (RFC 5321 6.3). */
const MAX_HOPS = 30;

/** Mails of one account per hour: a runaway machine would send faxes all night. */
const MAX_PER_HOUR = 300;

/** Most accounts that a refusal lists as choices; its line is short. */
const MAX_CHOICES = 3;

/** The outcome of a mail: committed faxes, or the reply that says why there are none. `why` is for the log. */
export type TakeOutcome =
  | { kind: 'taken'; faxIds: number[]; repeated: boolean }
  | { kind: 'refused'; why: string; answer: MailAnswer };

/** How the sender was proved, and the signatures that prove it. */
interface Proof {
  by: MailInTable['proof'];
  signatures: readonly MailSignature[];
}

/**
 * Another session accepted the same mail while this one was processing it: the sender's server retries and gets that
 * outcome.
 */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
}

/** Turns a mail into faxes, or returns why not; nothing is written unless they are accepted. */
export async function takeMail(deps: MailHandlerDeps, mail: ReceivedMail, raw: Buffer): Promise<TakeOutcome> {
  const parsed = await deps.mailIn.parse(raw);
  if (parsed.kind === 'final')
    return no(parsed.reason, refused(deps, parsed.reason === 'from' ? 'oneSender' : 'malformed'));
  const email = parsed.mail;
  if (!parseAddress(email.from)) return no('from', refused(deps, 'oneSender'));
  const machine = await judgeMachine(deps, mail, email);
  if (machine) return machine;
  const proof = await prove(deps, mail, email, raw);
  if ('kind' in proof) return proof;
  const account = await chooseAccount(deps, mail, email.from);
  if ('why' in account) return account;
  if (account.hipaa) return no('hipaa', refused(deps, 'hipaa', {}, account.language));
  if (account.recentMails >= MAX_PER_HOUR) return no('too often', temporarily(deps, 'tooOften'));
  return await send(deps, { mail, parsed: email, proof, account });
}

/**
 * Refuses mail from machines in the SMTP reply and sends no mail back, or two of them would write to each other forever
 * (RFC 3834 2, A-MAILIN-11).
 */
async function judgeMachine(
  deps: MailHandlerDeps,
  mail: ReceivedMail,
  email: ParsedMail,
): Promise<TakeOutcome | null> {
  if (email.hops > MAX_HOPS) return no('loop', refused(deps, 'loop'));
  if (await isOwnAddress(deps, email.from)) return no('own address', refused(deps, 'automatic'));
  // A scanner that logged in may mark its mail as automatic; replies and mailing lists are never meant as faxes.
  const mayBe = email.automatic === 'notice' && mail.login !== null;
  return email.automatic && !mayBe ? no(email.automatic, refused(deps, 'automatic')) : null;
}

/** Returns whether our own mails come from this address, or it is one for faxes: faxes are not sent to themselves. */
async function isOwnAddress({ database, publicHost }: MailHandlerDeps, from: string): Promise<boolean> {
  const { local, domain } = splitAddress(from);
  if (local !== 'no-reply' && !readFaxAddress(local)) return false;
  return (await findBrandOfDomain(database.db, domain, publicHost)) !== undefined;
}

async function prove(
  deps: MailHandlerDeps,
  mail: ReceivedMail,
  email: ParsedMail,
  raw: Buffer,
): Promise<Proof | TakeOutcome> {
  if (mail.login !== null) return { by: 'login', signatures: [] };
  if (!deps.requireProof) return { by: 'unproved', signatures: [] };
  const proof = await deps.mailIn.prove(raw, email.from, mail);
  if (proof.kind === 'retry') return no('dns', temporarily(deps, 'dns'));
  if (proof.kind === 'ok') return judgeAddressees(deps, mail, proof);
  if (proof.stale) return no('stale signature', refused(deps, 'stale'));
  return no('unproved', refused(deps, 'unproved', { detail: proof.detail }));
}

/**
 * Everybody who has a signed mail can send it again, so it goes only to recipients that its author named (A-MAILIN-16).
 */
function judgeAddressees(
  deps: MailHandlerDeps,
  mail: ReceivedMail,
  proof: ProvedSender,
): Proof | TakeOutcome {
  const stranger = proof.byServer === true ? undefined : notAddressed(mail.recipients, proof.signatures);
  if (stranger === undefined) return { by: proof.by, signatures: proof.signatures };
  if (proof.byServer === 'unknown') return no('dns', temporarily(deps, 'dns'));
  return no('not addressed', refused(deps, 'notAddressed', { address: stranger }));
}

/** Returns the account that the mail is faxed from, or a reply that tells the sender what to do. */
async function chooseAccount(
  deps: MailHandlerDeps,
  mail: ReceivedMail,
  address: string,
): Promise<SenderClaim | (TakeOutcome & { kind: 'refused' })> {
  const { local, domain } = splitAddress(mail.recipients[0] ?? '');
  const { database, publicHost } = deps;
  const fax = readFaxAddress(local);
  const claims = await findSenderClaims(database.db, { domain, publicHost, sender: address });
  const choice = chooseSender(claims, { login: mail.login, number: fax?.from ?? '' });
  if (choice.kind === 'ok') return choice.account;
  if (choice.kind !== 'several') return no(choice.kind, refused(deps, choice.kind, { address }));
  const choices = choice.accounts.slice(0, MAX_CHOICES).map(({ number }) => `${fax?.to}.${number}@${domain}`);
  return no('several', refused(deps, 'several', { address, choices: choices.join(', ') }));
}

interface ReadyMail {
  mail: ReceivedMail;
  parsed: ParsedMail;
  proof: Proof;
  account: SenderClaim;
}

async function send(deps: MailHandlerDeps, ready: ReadyMail): Promise<TakeOutcome> {
  const { mail, parsed, account } = ready;
  const numbers = mail.recipients.map((address) =>
    parseDestination(readFaxAddress(splitAddress(address).local)?.to ?? ''),
  );
  const marks = marksOf(parsed, ready.proof.signatures);
  // The same mail again, after a lost reply or from somebody who kept it: its earlier faxes are the answer.
  const earlier = await findTaken(deps.database.db, account.id, marks, numbers);
  const others = numbers.filter((number) => !earlier.has(number));
  if (others.length === 0) return { kind: 'taken', faxIds: [...new Set(earlier.values())], repeated: true };
  const made = mailToFax(parsed, others, account.cover, deps.compose.limits);
  if (made.kind !== 'ok') return unfit(deps, made, account.language);
  try {
    const sent = { fax: made.fax, key: keyOf(parsed, others), marks };
    return await compose(deps, ready, sent, [...earlier.values()]);
  } catch (error) {
    if (error instanceof TakenMeanwhile) return no('taken meanwhile', temporarily(deps, 'later'));
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAVAILABLE') return no(error.code, temporarily(deps, 'later'));
    return no(error.code, refusedBy(deps, account.language, error));
  }
}

async function compose(
  deps: MailHandlerDeps,
  { mail, parsed, proof, account }: ReadyMail,
  { fax, key, marks }: { fax: MailFax; key: string; marks: readonly Buffer[] },
  earlier: readonly number[],
): Promise<TakeOutcome> {
  let repeated = true;
  const jobs = await deps.compose.send({
    account: account.id,
    ...fax,
    key,
    origin: 'email',
    originatorEmail: parsed.from,
    actor: { kind: 'account', id: account.id },
    address: mail.address,
    say: (name) => deps.messages.say(account.language, name),
    also: async (tx, { documentId, jobs: made }) => {
      repeated = false;
      const { messageId, subject, from: sender } = parsed;
      await insertMailIn(tx, account.id, { documentId, sender, proof: proof.by, messageId, subject });
      if (!(await insertTaken(tx, account.id, marks, made))) throw new TakenMeanwhile();
    },
  });
  return { kind: 'taken', faxIds: [...earlier, ...jobs.map(({ faxId }) => faxId)], repeated };
}

function unfit(
  deps: MailHandlerDeps,
  made: Exclude<MailFaxOutcome, { kind: 'ok' }>,
  language: string,
): TakeOutcome {
  if (made.kind === 'files') {
    const limit = inMegabytes(deps.compose.limits.fileBytes);
    return no('files', refusedFiles(deps, language, made.refused, limit));
  }
  const why = { empty: 'empty', 'too-many': 'tooMany', 'too-big': 'tooBig' } as const;
  return no(made.kind, refused(deps, why[made.kind], {}, language));
}

function no(why: string, answer: MailAnswer): TakeOutcome & { kind: 'refused' } {
  return { kind: 'refused', why, answer };
}
