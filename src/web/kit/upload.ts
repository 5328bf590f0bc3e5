import type { Call, ReplyOf } from '#contract/kit/call.ts';
import { leavesOpen, readError } from './api-error.ts';
import type { ApiError } from './api-error.ts';
import { headersOf, refused, urlOf } from './call-api.ts';
import { sessionMark } from './session-store.ts';

/** How long to wait for the response after the last byte was sent; conversion happens later and does not count. */
const ANSWER_MS = 60_000;

/**
 * How an upload, or another call that must not be done twice, ended. `lost`: no answer that could be read came, so the server may or may not have taken it;
 * a repeat needs the same Idempotency-Key.
 */
export type UploadOutcome<Reply> =
  | { kind: 'ok'; reply: Reply }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'lost' };

/** Additional headers of an upload, and a callback for its progress (0 to 1 of the whole body). */
export interface UploadOptions {
  headers?: Readonly<Record<string, string>>;
  onProgress?: (share: number) => void;
  /** Aborts the upload, which then counts as lost. */
  signal?: AbortSignal;
}

/** Makes a multipart call with progress, which fetch cannot report. Never rejects. */
export function upload<C extends Call>(
  call: C,
  body: FormData,
  options: UploadOptions = {},
): Promise<UploadOutcome<ReplyOf<C>>> {
  const stands = sessionMark();
  const request = new XMLHttpRequest();
  request.open(call.method, urlOf(call, {}));
  headersOf(call, { body }).forEach((value, name) => request.setRequestHeader(name, value));
  for (const [name, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(name, value);
  return new Promise((resolve) => {
    const finish = (outcome: UploadOutcome<ReplyOf<C>>) => {
      clearTimeout(patience);
      resolve(outcome);
    };
    let patience: ReturnType<typeof setTimeout> | undefined;
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.upload.addEventListener('load', () => {
      patience = setTimeout(() => request.abort(), ANSWER_MS);
    });
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => finish({ kind: 'lost' }));
    request.addEventListener('load', () => finish(outcomeOf<ReplyOf<C>>(request, stands())));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function outcomeOf<Reply>(request: XMLHttpRequest, stands: boolean): UploadOutcome<Reply> {
  const { status, responseText } = request;
  if (status < 200 || status >= 300) {
    // A late refusal of a session that has ended says nothing about the one that stands now.
    const error = stands ? refused(status, responseText) : readError(status, responseText);
    return leavesOpen(error) ? { kind: 'lost' } : { kind: 'refused', error };
  }
  try {
    return { kind: 'ok', reply: JSON.parse(responseText) as Reply };
  } catch {
    // An unreadable success: cut off on the way, or not from our server. Its meaning is unknown.
    return { kind: 'lost' };
  }
}
