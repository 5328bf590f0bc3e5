import type { Logger } from 'pino';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { FAIL_REASONS } from '#contract/kit/fax-state.ts';
import { THUMBNAIL_WIDTH } from '#contract/mailbox/inbox.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';

import type { NewMail, QueueMail, StoredFile } from '#server/features/email/outgoing/mail-out.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { findMailToAnswer, markAnswered } from './mail-answers.store.ts';
import type { MailToAnswer } from './mail-answers.store.ts';

/** Answers to one sender per hour: a mail loop that passed every other check ends here. */
const MAX_ANSWERS_PER_HOUR = 20;

/** Wide enough to recognize the page, small enough for any mailbox. */
const PREVIEW_WIDTH = THUMBNAIL_WIDTH * 4;

/** Dependencies of answers. */
export interface MailAnswersDeps {
  database: Database;
  documents: Pick<DocumentEngine, 'pageImage'>;
  files: FileStore;
  queueMail: QueueMail;
  log: Logger;
}

/** Mails to people who sent a fax by email. */
export interface MailAnswers {
  /** Writes the answer: a confirmation with the first page and a cancel link, or why nothing is sent. */
  answer(mailId: number): Promise<void>;
}

export function createMailAnswers(deps: MailAnswersDeps): MailAnswers {
  return {
    answer: async (mailId) => await answer(deps, mailId),
  };
}

async function answer(deps: MailAnswersDeps, mailId: number): Promise<void> {
  const mail = await findMailToAnswer(deps.database.db, mailId);
  if (!mail) return;
  const reason = failureOf(mail);
  const faxes = reason === null ? mail.faxes.filter(({ state }) => state !== 'FAILED') : mail.faxes;
  const preview = reason === null ? await drawPreview(deps, mail) : null;
  const key = newToken();
  await deps.database.transaction(async (tx) => {
    if (!(await markAnswered(tx, mailId, reason === null ? hashToken(key) : null))) return;
    // All were called or due before this answer, failed, and were reported.
    if (reason === null && faxes.length === 0) return;
    if (mail.recentAnswers >= MAX_ANSWERS_PER_HOUR) {
      logEvent(deps.log, 'mail-in.answers-limited', { account: mail.accountId });
      return;
    }
    await deps.queueMail(tx, {
      brandId: mail.brandId,
      accountId: mail.accountId,
      to: mail.sender,
      uncounted: true,
      language: mail.language,
      ...(reason === null ? confirmation({ ...mail, faxes }, key, preview) : refusal(mail, reason)),
    });
  });
}

type Wording = Pick<NewMail, 'template' | 'params' | 'path' | 'attachments'>;

function confirmation(mail: MailToAnswer, key: string, preview: StoredFile | null): Wording {
  return {
    template: 'email-fax-queued',
    params: { name: formatFaxNumber(mail.number) ?? '', to: numbersOf(mail), pages: mail.pages },
    path: `/cancel-fax?key=${key}`,
    attachments: preview ? [preview] : [],
  };
}

function refusal(mail: MailToAnswer, reason: string): Wording {
  const known = FAIL_REASONS.some((one) => one === reason);
  return {
    template: 'email-fax-rejected',
    params: {
      subject: mail.subject,
      to: numbersOf(mail),
      reason: { say: known ? `reasons.${reason}` : 'mail.reason.other' },
    },
  };
}

function numbersOf({ faxes }: MailToAnswer): string {
  return faxes.map(({ to }) => formatFaxNumber(to) ?? to).join(', ');
}

/** Returns why nothing of the mail will be sent; null if its pages are made and within the limits. */
function failureOf({ documentState, fault, faxes }: MailToAnswer): string | null {
  if (documentState === 'failed') return fault ?? 'DOCUMENT_DAMAGED';
  const failed = faxes.find(({ state, ready }) => state === 'FAILED' && !ready);
  return failed ? (failed.reason ?? 'INTERNAL') : null;
}

/** Draws the first page as people will see it. If that fails, the mail goes without it. */
async function drawPreview(deps: MailAnswersDeps, mail: MailToAnswer): Promise<StoredFile | null> {
  const tiff = mail.tiffKey && !mail.hipaa ? await deps.files.get(mail.tiffKey) : null;
  if (!tiff) return null;
  const drawn = await deps.documents.pageImage(tiff, 1, { rotation: 0, width: PREVIEW_WIDTH });
  if (drawn.kind === 'failed') return null;
  // Beside the document, so that it is removed with the document.
  const key = `${mail.storageKey}/mail-preview.gif`;
  await deps.files.put(key, drawn.gif);
  return { name: 'page-1.gif', type: 'image/gif', key };
}
