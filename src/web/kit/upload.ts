import type { Call, ReplyOf } from '#contract/kit/call.ts';
import { leavesOpen, readError } from './api-error.ts';
import type { ApiError } from './api-error.ts';
import { headersOf, refused, urlOf } from './call-api.ts';
import { sessionMark } from './session-store.ts';

/** After the last byte has left, an answer is waited for this long; conversion happens later and does not count. */
const ANSWER_MS = 60_000;

/**
 * How an upload, or another call that must not be done twice, ended. `lost`: no answer that could be read came, so the server may or may not have taken it;
 * a repeat needs the same Idempotency-Key.
 */
export type UploadOutcome<Reply> =
  | { kind: 'ok'; reply: Reply }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'lost' };

/** What goes up beside the form, and who is told how far it has come (0 to 1 of the whole body). */
export interface UploadOptions {
  headers?: Readonly<Record<string, string>>;
  onProgress?: (share: number) => void;
  /** Ends the upload; it then counts as lost. */
  signal?: AbortSignal;
}

/** Makes a multipart call with progress, which fetch cannot report. Resolves in every case. */
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
    // A success that cannot be read: cut off on the way, or not ours. What it meant is unknown.
    return { kind: 'lost' };
  }
}
