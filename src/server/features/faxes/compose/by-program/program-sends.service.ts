import { createHash } from 'node:crypto';

import { MAX_TO } from '#contract/v1/send.ts';
import type { SendBody } from '#contract/v1/send.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';

import type { Say } from '../cover-pages/cover-sheet.ts';
import type { Accepted, Compose } from '../compose.service.ts';
import type { ProgramDrafts } from './program-drafts.service.ts';
import type { FileToSend, SendRequest } from '../send-request.ts';
import { beginRun, endRun } from './idempotency-run.store.ts';
import { filesByUrl, filesInBody, requireFit } from './program-files.ts';
import type { FetchDocument } from './program-files.ts';
import { fieldsOf, inApiWords } from './send-fields.ts';

export type { FetchDocument } from './program-files.ts';

/** Longer than a send takes, documents that are fetched among it; a crash makes its key wait no longer. */
const RUN_SECONDS = 60;

/** Keys of programs are no keys of browsers: those have no colon. */
const KEY_SPACE = 'api:';

/** What sending for programs needs. */
export interface ProgramSendsDeps {
  database: Database;
  compose: Compose;
  drafts: Pick<ProgramDrafts, 'keysOf'>;
  fetchDocument: FetchDocument;
}

/** A send as a program asks for it. */
export interface AskedSend {
  caller: AccountKeyCaller;
  body: SendBody;
  /** Files that came as parts of the request. */
  uploads: readonly FileToSend[];
  /** The header Idempotency-Key. */
  key?: string | undefined;
  say: Say;
}

/** Sends by programs: in front of compose.service, where people's sends go too. */
export class ProgramSends {
  readonly #deps: ProgramSendsDeps;

  constructor(deps: ProgramSendsDeps) {
    this.#deps = deps;
  }

  /** Accepts a send, or gives what its key was answered with before. Throws what compose throws, and IDEMPOTENCY_RUNNING. */
  async send(asked: AskedSend): Promise<Accepted> {
    try {
      return await this.#send(asked);
    } catch (error) {
      throw inApiWords(error);
    }
  }

  async #send(asked: AskedSend): Promise<Accepted> {
    const { compose, database } = this.#deps;
    const { limits } = compose;
    requireFit([...asked.uploads, ...asked.body.files.map(() => ({ size: 0 }))], limits);
    const files = [...asked.uploads, ...filesInBody(asked.body.files, limits)];
    const request = requestOf(asked, files);
    if (request.key === undefined) return await this.#accept(asked, request);
    const known = await compose.earlier(request);
    if (known) return { jobs: known, repeated: true };
    const { account, key } = request;
    const wait = await beginRun(database.db, account, key, RUN_SECONDS);
    if (wait !== null) throw new AppError('IDEMPOTENCY_RUNNING', { retryAfterSeconds: wait });
    try {
      return await this.#accept(asked, request);
    } finally {
      await endRun(database.db, account, key);
    }
  }

  async #accept({ body }: AskedSend, request: SendRequest): Promise<Accepted> {
    const { compose, drafts, fetchDocument } = this.#deps;
    const { account } = request;
    const before = body.draft === undefined ? [] : await drafts.keysOf(account, body.draft);
    const far = await filesByUrl(body.files, { account, limits: compose.limits, fetch: fetchDocument });
    try {
      const files = [...request.files, ...far.files].map((file) => ({
        ...file,
        index: before.length + (file.index ?? 0),
      }));
      requireFit(files, compose.limits);
      const fields = new Map([
        ...request.fields,
        ...before.map((key, at): [string, string] => [`drafts[${at}]`, key]),
      ]);
      return await compose.accept({ ...request, fields, files });
    } finally {
      await far.discard();
    }
  }
}

/** The send as all others, without what its draft and addresses hold: those are looked at once it is no repeat. */
function requestOf({ caller, body, key, say }: AskedSend, files: readonly FileToSend[]): SendRequest {
  const { accountId: account, owner, mode, address } = caller;
  const isTest = mode === 'test';
  return {
    account,
    fields: fieldsOf(body),
    files,
    ...(key !== undefined && { key: KEY_SPACE + key, fingerprint: fingerprintOf(body, files, mode) }),
    mostNumbers: MAX_TO,
    program: { clientRef: body.client_ref ?? null, metadata: body.metadata, isTest },
    origin: 'api',
    actor: owner.kind === 'operator' ? { kind: 'operator' } : owner,
    address,
    say,
  };
}

/** SHA-256 over the method, the path, the kind of key and everything that is asked for; of files, what they hold. */
function fingerprintOf(
  { files: asked, ...body }: SendBody,
  files: readonly FileToSend[],
  mode: AccountKeyCaller['mode'],
): Buffer {
  const said = {
    call: ['POST', '/v1/faxes', mode],
    body,
    urls: asked.flatMap((file, at) => ('url' in file ? [{ at, ...file }] : [])),
    files: files.map(({ index, name, size, sha256 }) => [index, name, size, sha256?.toString('hex')]),
  };
  return createHash('sha256').update(canonical(said)).digest();
}

/** The same text for the same values, in whatever order their fields came. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
