import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { FetchFault } from '#contract/v1/problems.ts';
import { makeTemporaryFolder } from '#engine/file-store/port.ts';
import type { AnswerHead, OutboundGuard } from '#engine/outbound-guard/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { ConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { hasRoomForSends } from '#server/kit/disk-room.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { nameOfDocument, typeOf } from './document-name.ts';

/** Time limit from the DNS lookup of the host to the last byte. */
const LIMIT_MS = 30_000;

/** Concurrent downloads: per account, and in this process. */
const PLACES = { each: 4, all: 32 };

const FULL_RETRY_SECONDS = 60;

/** Dependencies of fetching. */
export interface FetchDeps {
  guard: Pick<OutboundGuard, 'request'>;
  /** F2E_ALLOW_PRIVATE_HOSTS: also allows http, for a private network. */
  allowPrivate: boolean;
  /** Whether a host is one of ours: our own responses must not become a fax. */
  ownsHost(url: URL): Promise<boolean>;
  /** Where uploads stream to; leftovers of dead processes are removed from it at startup. */
  folder: string;
  /** Shorter in tests. */
  limitMs?: number;
}

/** A document to fetch. */
export interface DocumentSource {
  url: string;
  /** The account whose share of concurrent downloads it uses. */
  account: AccountId;
  maxBytes: number;
  /** Location of the address in the request, such as `files/0/url`, to which the error points. */
  field: string;
}

/** A document in a temporary file; `discard` removes it and must always be called. */
export interface FetchedDocument {
  path: string;
  /** Safe to show, with the extension of its type if it had none. */
  name: string;
  bytes: number;
  /** The type that the other side declares: a hint, because the content decides. */
  type: string | undefined;
  discard(): Promise<void>;
}

/** Fetches a document by its address. */
export type FetchDocument = (source: DocumentSource) => Promise<FetchedDocument>;

/**
 * Creates the function that fetches documents by URL through the guard: the host is resolved once, private addresses
 * and our own hosts are refused, the checked address is dialed, and no redirect is followed. Errors report the failure
 * but never the response (A-API-05). Throws URL_NOT_ALLOWED, URL_UNREACHABLE, URL_TOO_LARGE, URL_STATUS, URL_TIMEOUT,
 * and TOO_MANY_REQUESTS or UNAVAILABLE if all slots are taken: several documents of one call are fetched one after
 * another.
 */
export function createFetchDocument(deps: FetchDeps): FetchDocument {
  const limit = new ConcurrencyLimit<AccountId>(PLACES);
  return async (source) => {
    const leave = limit.enter(source.account);
    try {
      const url = await allowedUrl(deps, source);
      if (!(await hasRoomForSends(deps.folder)))
        throw new AppError('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS });
      return await download(deps, source, url);
    } finally {
      leave();
    }
  };
}

function refused({ field }: Pick<DocumentSource, 'field'>, code: FetchFault): AppError {
  return new AppError(code, { fields: { [field]: code } });
}

async function allowedUrl(deps: FetchDeps, source: DocumentSource): Promise<URL> {
  if (!URL.canParse(source.url)) throw refused(source, 'URL_NOT_ALLOWED');
  const url = new URL(source.url);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && deps.allowPrivate);
  // A password in an address would appear in the logs of proxies; signed addresses have theirs in the query.
  const credentials = url.username !== '' || url.password !== '';
  if (!secure || credentials || (await deps.ownsHost(url))) throw refused(source, 'URL_NOT_ALLOWED');
  return url;
}

async function download(deps: FetchDeps, source: DocumentSource, url: URL): Promise<FetchedDocument> {
  const own = await makeTemporaryFolder(deps.folder, 'upload');
  const discard = async (): Promise<void> => await rm(own, { recursive: true, force: true });
  const path = join(own, '0');
  try {
    const headers = await answerInto(deps, source, { url, path });
    const { size } = await stat(path);
    return { path, name: nameOfDocument(headers, url), bytes: size, type: typeOf(headers), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Streams the response into the file. Returns its headers. */
async function answerInto(
  { guard, limitMs = LIMIT_MS }: FetchDeps,
  source: DocumentSource,
  { url, path }: { url: URL; path: string },
): Promise<AnswerHead['headers']> {
  const answer = await guard.request(url.href, {
    // Nothing is decompressed here: a response that is compressed anyway is refused, however small it is.
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'f2e-documents/1' },
    limitMs,
    maxBytes: source.maxBytes,
    take: async (head, body) => {
      if (!isDocument(head)) throw refused(source, 'URL_STATUS');
      await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    },
  });
  if (answer.kind === 'ok') return answer.headers;
  if (answer.reason === 'ANSWER_TOO_BIG') throw refused(source, 'URL_TOO_LARGE');
  if (answer.reason === 'HOST_NOT_ALLOWED') throw refused(source, 'URL_NOT_ALLOWED');
  throw refused(source, answer.timedOut ? 'URL_TIMEOUT' : 'URL_UNREACHABLE');
}

function isDocument({ status, headers }: AnswerHead): boolean {
  return status === 200 && (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
}
