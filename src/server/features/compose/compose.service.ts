import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import { readSender } from '../outbox/outbox.service.ts';
import type { AcceptedJob, Consignment, Outbox } from '../outbox/outbox.service.ts';
import { findAnswer, insertDocument, saveAnswer, takeKey } from './compose.store.ts';
import { coverText } from './cover-text.ts';
import type { Say } from './cover-text.ts';
import type { CoverFields, Message } from './message.ts';
import { parseMessage } from './message.ts';

/** One file to send, wherever it came from. */
export interface FileToSend {
  name: string;
  extension: string;
  size: number;
  read(): Promise<Uint8Array>;
}

/** A send as a route, the operator command or another surface hands it over. */
export interface SendRequest {
  account: AccountId;
  fields: ReadonlyMap<string, string>;
  files: readonly FileToSend[];
  /** A repeat with the same key gets the first answer and sends nothing. */
  key?: string;
  origin: Consignment['origin'];
  actor: AuditEntry['actor'];
  address: string;
  say: Say;
}

export interface ComposeDeps {
  database: Database;
  files: FileStore;
  documents: Pick<DocumentEngine, 'status'>;
  outbox: Outbox;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}

export interface Compose {
  /** Accepts a send: resolves after the files are on the disk and the jobs are committed (contract 4.9). */
  send(request: SendRequest): Promise<AcceptedJob[]>;
}

/** Which types can be converted changes only with what is installed on the machine. */
const TYPES_KNOWN_MS = 60_000;

export function createCompose(deps: ComposeDeps): Compose {
  const convertible = convertibleTypes(deps.documents);
  return {
    send: async (request) => {
      const { account, key, files } = request;
      const known = key ? await findAnswer(deps.database.db, account, key) : null;
      if (known) return jobsOf(known);
      const message = parseMessage(request.fields, files.length);
      await refuseUnconvertible(files, await convertible());
      // Asked before any file is written, and again inside the transaction, where the answer counts.
      await deps.outbox.checkRoutes(deps.database.db, account, message.numbers);
      const { storageKey, originals } = await storeOriginals(deps, request, message.cover);
      const outcome = await deps.database
        .transaction(async (tx) => await accept(deps, tx, request, message, { storageKey, originals }))
        .catch(async (error: unknown) => {
          await removeOriginals(deps, originals);
          throw error;
        });
      if (outcome.repeated) await removeOriginals(deps, originals);
      deps.faultPoint('after_commit_before_reply');
      return outcome.jobs;
    },
  };
}

function convertibleTypes(documents: ComposeDeps['documents']): () => Promise<ReadonlySet<string>> {
  let known: { types: ReadonlySet<string>; until: number } | undefined;
  return async () => {
    if (known && Date.now() < known.until) return known.types;
    const { types } = await documents.status();
    const usable = new Set(types.filter(({ ok }) => ok).map(({ extension }) => extension));
    known = { types: usable, until: Date.now() + TYPES_KNOWN_MS };
    return usable;
  };
}

/** A type that this machine cannot convert is refused now: accepting it would only fail later. */
async function refuseUnconvertible(
  files: readonly FileToSend[],
  convertible: ReadonlySet<string>,
): Promise<void> {
  const file = files.find(({ extension }) => !convertible.has(extension));
  if (file) throw new AppError('FILE_TYPE', { params: { file: file.name } });
}

interface StoredOriginals {
  storageKey: string;
  originals: OriginalFile[];
}

async function storeOriginals(
  deps: ComposeDeps,
  request: SendRequest,
  cover: CoverFields | null,
): Promise<StoredOriginals> {
  const storageKey = `documents/${newPathKey()}`;
  const originals: OriginalFile[] = [];
  const store = async (name: string, type: string, bytes: Uint8Array): Promise<void> => {
    const key = `${storageKey}/original-${originals.length}`;
    await deps.files.put(key, bytes);
    originals.push({ name, type, size: bytes.byteLength, key });
  };
  if (cover) {
    const sender = await readSender(deps.database.db, request.account);
    const written = coverText(cover, sender?.number ?? '', request.say);
    await store('cover.txt', 'txt', Buffer.from(written, 'utf8'));
  }
  for (const file of request.files) await store(file.name, file.extension, await file.read());
  return { storageKey, originals };
}

async function accept(
  deps: ComposeDeps,
  tx: Db,
  request: SendRequest,
  message: Message,
  stored: StoredOriginals,
): Promise<{ jobs: AcceptedJob[]; repeated: boolean }> {
  const { account, key } = request;
  if (key && !(await takeKey(tx, account, key))) {
    return { jobs: jobsOf((await findAnswer(tx, account, key)) ?? {}), repeated: true };
  }
  await deps.outbox.checkRoutes(tx, account, message.numbers);
  const sender = await readSender(tx, account);
  const documentId = await insertDocument(tx, account, { ...stored, source: 'upload' });
  const jobs = await deps.outbox.enqueue(tx, account, {
    document: { documentId, pages: 0, bytes: 0, ready: false },
    numbers: message.numbers,
    person: {
      company: message.cover?.toCompany ?? '',
      sender: message.cover?.toPerson ?? '',
      toPerson: message.cover?.toPerson ?? '',
    },
    origin: request.origin,
    originatorEmail: sender?.adminEmail ?? '',
  });
  await writeAudit(tx, {
    actor: request.actor,
    accountId: account,
    action: 'fax.send',
    object: `document/${documentId}`,
    detail: { jobs: jobs.map((job) => ({ job: job.jobId, to: job.to })), files: stored.originals.length },
    address: request.address,
  });
  if (key) await saveAnswer(tx, account, key, { jobs });
  deps.faultPoint('before_commit');
  return { jobs, repeated: false };
}

function jobsOf(answer: { jobs?: AcceptedJob[] }): AcceptedJob[] {
  return answer.jobs ?? [];
}

/** Nothing refers to these files: without this they would lie in the store for ever. */
async function removeOriginals(deps: ComposeDeps, originals: readonly OriginalFile[]): Promise<void> {
  for (const { key } of originals) {
    await deps.files.delete(key).catch((error: unknown) => {
      deps.log.warn({ key, reason: String(error) }, 'a file that nothing refers to could not be removed');
    });
  }
}
