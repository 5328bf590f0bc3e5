import { parseAddress } from '#engine/mail/port.ts';
import type { MailAnswer, MailHandler, MailPeer, ReceivedMail } from '#engine/mail-in/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { parseDestination } from '#server/features/faxes/queue/outbox.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { MailHandlerDeps, MailResult } from './handler-deps.ts';
import { findBrandOfDomain } from './mail-in.store.ts';
import { readFaxAddress, splitAddress } from './recipient-address.ts';
import { taken, temporarily, refused, refusedBy } from './smtp-replies.ts';
import { takeMail } from './take-mail.ts';

/**
 * Creates the handler of incoming email: it tells a sending server what is accepted, and makes faxes of it (spec
 * http-api 11).
 */
export function createMailHandler(deps: MailHandlerDeps): MailHandler {
  return {
    login: async (username, password, address) => await deps.appPasswords.logIn(username, password, address),
    recipient: async (address, peer) => await judgeRecipient(deps, address, peer),
    message: async (mail) => {
      const said = await readMessage(deps, mail);
      deps.count(said.result);
      return said.answer;
    },
  };
}

/** Reports everything that the address alone reveals at once, so that the sender's own server tells its user. */
async function judgeRecipient(deps: MailHandlerDeps, address: string, peer: MailPeer): Promise<MailAnswer> {
  const { local, domain } = splitAddress(address);
  const brandId = await findBrandOfDomain(deps.database.db, domain, deps.publicHost);
  const isBounce = deps.bounces.isBounceAddress(local);
  // Signed by us, so its domain is one that we send from, even if it is not a brand's (F2E_MAIL_FROM).
  if ((brandId === undefined && !isBounce) || parseAddress(address) === null) return refused(deps, 'relay');
  const first = peer.recipients[0];
  if (first !== undefined && !goTogether(deps, address, first)) return temporarily(deps, 'separately');
  if (isBounce) return taken();
  if (peer.sender === '') return refused(deps, 'bounce');
  const fax = readFaxAddress(local);
  if (!fax) return refused(deps, 'notANumber');
  try {
    await deps.outbox.checkNumbers(deps.database.db, [parseDestination(fax.to)]);
  } catch (error) {
    if (error instanceof AppError) return refusedBy(deps, 'en', error);
    throw error;
  }
  return taken();
}

/**
 * Returns whether two recipients may share a mail. One mail is one send of one account: recipients of another brand or
 * account, and reports, come separately.
 */
function goTogether(deps: MailHandlerDeps, address: string, first: string): boolean {
  const [a, b] = [splitAddress(address), splitAddress(first)];
  const bounces = [a, b].filter(({ local }) => deps.bounces.isBounceAddress(local)).length;
  if (bounces > 0 || a.domain !== b.domain) return false;
  return readFaxAddress(a.local)?.from === readFaxAddress(b.local)?.from;
}

/** The outcome of a mail. */
interface Said {
  result: MailResult;
  answer: MailAnswer;
}

async function readMessage(deps: MailHandlerDeps, mail: ReceivedMail): Promise<Said> {
  const { local } = splitAddress(mail.recipients[0] ?? '');
  const raw = await mail.read();
  if (deps.bounces.isBounceAddress(local)) {
    await readReturned(deps, local, raw);
    return { result: 'bounce', answer: taken() };
  }
  const outcome = await takeMail(deps, mail, raw);
  if (outcome.kind === 'taken') {
    const result = outcome.repeated ? 'repeated' : 'queued';
    return { result, answer: taken(outcome.faxIds) };
  }
  // Strangers' addresses are not logged; the audit shows the account.
  logEvent(deps.log, 'mail-in.refused', { reason: outcome.why, peer: mail.address });
  return { result: outcome.answer.kind === 'retry' ? 'retry' : 'refused', answer: outcome.answer };
}

/** Reads another server's report, or a reply to the List-Unsubscribe of a copy; ignores anything else. */
async function readReturned(deps: MailHandlerDeps, local: string, raw: Buffer): Promise<void> {
  const report = await deps.mailIn.report(raw);
  if (report) {
    await deps.bounces.recordBounce(local, report);
    return;
  }
  const parsed = await deps.mailIn.parse(raw);
  if (parsed.kind === 'ok' && /^\s*unsubscribe\s*$/i.test(parsed.mail.subject))
    await deps.bounces.recordRefusal(local);
}
