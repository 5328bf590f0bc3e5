import { MAX_TO } from '#contract/v1/send.ts';
import type { SendBody } from '#contract/v1/send.ts';
import type { Database } from '#engine/database/port.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';

import { oneAtATime, programKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { Say } from '../cover-pages/cover-sheet.ts';
import type { Accepted, Compose } from '../compose.service.ts';
import type { ProgramDrafts } from './program-drafts.service.ts';
import type { FileToSend, SendRequest } from '../send-request.ts';
import { filesByUrl, filesInBody, requireFit } from './program-files.ts';
import type { FetchDocument } from './program-files.ts';
import { fieldsOf, inApiWords } from './send-fields.ts';

/** Dependencies of sending for programs. */
export interface ProgramSendsDeps {
  database: Database;
  compose: Compose;
  drafts: Pick<ProgramDrafts, 'keysOf'>;
  fetchDocument: FetchDocument;
}

/** A send as a program requests it. */
export interface AskedSend {
  caller: AccountKeyCaller;
  body: SendBody;
  /** Files that came as parts of the request. */
  uploads: readonly FileToSend[];
  /** The Idempotency-Key header. */
  key?: string | undefined;
  say: Say;
}

/** Sends by programs: a layer in front of compose.service, which people's sends also go through. */
export class ProgramSends {
  readonly #deps: ProgramSendsDeps;

  constructor(deps: ProgramSendsDeps) {
    this.#deps = deps;
  }

  /**
   * Accepts a send, or returns the earlier answer to its key. Throws the errors of compose, and IDEMPOTENCY_RUNNING.
   */
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
    return await oneAtATime(database.db, account, { key }, async () => await this.#accept(asked, request));
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

/** Builds the request without the contents of its draft and addresses, which are read only if it is not a repeat. */
function requestOf({ caller, body, key, say }: AskedSend, files: readonly FileToSend[]): SendRequest {
  const { accountId: account, owner, mode, address } = caller;
  const isTest = mode === 'test';
  return {
    account,
    fields: fieldsOf(body),
    files,
    ...(key !== undefined && programKey(key, said(body, files, mode))),
    mostNumbers: MAX_TO,
    program: { clientRef: body.client_ref ?? null, metadata: body.metadata, isTest },
    origin: 'api',
    actor: owner.kind === 'operator' ? { kind: 'operator' } : owner,
    address,
    say,
  };
}

/** Returns the method, the path, the kind of key and everything that was requested; for files, their contents. */
function said(
  { files: asked, ...body }: SendBody,
  files: readonly FileToSend[],
  mode: AccountKeyCaller['mode'],
): object {
  return {
    call: ['POST', '/v1/faxes', mode],
    body,
    urls: asked.flatMap((file, at) => ('url' in file ? [{ at, ...file }] : [])),
    files: files.map(({ index, name, size, sha256 }) => [index, name, size, sha256?.toString('hex')]),
  };
}
