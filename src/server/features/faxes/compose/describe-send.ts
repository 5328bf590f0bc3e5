import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { AcceptedJob, Later, Sender } from '#server/features/faxes/queue/outbox.service.ts';
import {
  describeOriginals,
  sha256Of,
  writeDescription,
} from '#server/features/faxes/files/stored-faxes.service.ts';
import type { Message } from './message.ts';
import type { SendRequest } from './send-request.ts';

/** Writes a description beside the uploaded files of a fax: their owner and their destinations. */
export async function describeSend(
  files: FileStore,
  document: { storageKey: string; originals: readonly OriginalFile[]; cover: unknown; pages: number },
  {
    account,
    sender,
    origin,
    numbers,
    key,
    program,
  }: {
    account: AccountId;
    sender: Sender;
    origin: string;
    numbers: readonly string[];
    key: IdempotencyKey | undefined;
    program: SendRequest['program'];
  },
): Promise<void> {
  const at = new Date().toISOString();
  await writeDescription(files, document.storageKey, {
    account: { id: account, number: sender.number, brandId: sender.brandId },
    source: origin === 'email' ? 'email' : 'upload',
    createdAt: at,
    pages: document.pages,
    bytes: 0,
    fault: null,
    tiff: null,
    originals: describeOriginals(document.originals),
    cover: document.cover,
    call: null,
    ...(key && {
      request: {
        key: sha256Of(Buffer.from(key.key)),
        fingerprint: key.fingerprint?.toString('hex') ?? null,
      },
    }),
    faxes: numbers.map((other) => ({
      direction: 'S' as const,
      other,
      stationId: '',
      at,
      state: 'OPEN' as const,
      reason: null,
      uncertainPages: null,
      deletedAt: null,
      ...(program?.isTest && { test: true as const }),
    })),
  });
}

/** Returns the audit detail of a send. */
export function auditedSend(
  jobs: readonly AcceptedJob[],
  {
    files,
    request,
    message,
    later,
  }: {
    files: number;
    request: Pick<SendRequest, 'program'>;
    message: Pick<Message, 'emails'>;
    later: Pick<Later, 'sendAt'>;
  },
): object {
  return {
    jobs: jobs.map((job) => ({ job: job.jobId, to: job.to })),
    files,
    ...(request.program?.isTest && { test: true }),
    ...(later.sendAt && { sendAt: later.sendAt.toISOString() }),
    ...(message.emails.length > 0 && { copies: message.emails }),
  };
}

/** Matches error codes after which the outcome is known: a connection that breaks during a commit leaves it open. */
const OUTCOME_KNOWN = /^(?!08|57P)(?=.*\d)[0-9A-Z]{5}$/u;

/** Returns whether a failed transaction has certainly changed nothing, so that its files may be removed. */
export function isUndone(error: unknown): boolean {
  return error instanceof AppError || OUTCOME_KNOWN.test((error as { code?: string }).code ?? '');
}
