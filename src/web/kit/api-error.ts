import type { ErrorReply } from '#contract/kit/errors.ts';

/** A failed call. `status` 0 means that no response arrived. `message` is empty if the server sent no text. */
export class ApiError extends Error {
  readonly status: number;
  /** A code of the contract's closed list, or `NETWORK` or `UNREADABLE`, which only the client can set. */
  readonly code: string;
  /** One error code for each rejected input. */
  readonly fields: Readonly<Record<string, string>>;
  /** The reason in the old form that some calls use (spec http-api 5.1). */
  readonly keyMessage: string;
  /** The reason number that a few calls send beside the code (spec http-api 8.10). */
  readonly reason: number | null;
  /** How long the server asks the client to wait before it retries, in ms; null if it does not say. */
  retryAfterMs: number | null = null;

  constructor(
    status: number,
    code: string,
    message = '',
    fields: Record<string, string> = {},
    keyMessage = '',
    reason: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.keyMessage = keyMessage;
    this.reason = reason;
  }
}

/** Whether nobody knows what the server has done: no answer came, or a gateway's own error page. */
export function leavesOpen({ status, code }: ApiError): boolean {
  return status === 0 || (status >= 500 && code === 'UNREADABLE');
}

/** Reads the error of an answer: JSON first, then the small error page (spec http-api 0.4). */
export function readError(status: number, body: string): ApiError {
  return fromJson(status, body) ?? fromHtml(status, body) ?? new ApiError(status, 'UNREADABLE');
}

function fromJson(status: number, body: string): ApiError | null {
  try {
    const reply = JSON.parse(body) as Partial<ErrorReply> | null;
    if (reply === null || typeof reply !== 'object' || typeof reply.error !== 'string') return null;
    return new ApiError(
      status,
      reply.error,
      reply.message ?? '',
      reply.fields ?? {},
      reply.key_message ?? '',
      reply.code ?? null,
    );
  } catch {
    // Not JSON: the caller tries the error page next.
    return null;
  }
}

function fromHtml(status: number, body: string): ApiError | null {
  if (!/<[a-z!]/i.test(body)) return null;
  const page = new DOMParser().parseFromString(body, 'text/html');
  const message = page.querySelector('#error-message')?.textContent;
  if (message === undefined || message === null) return null;
  const code = page.querySelector('#error-code')?.textContent ?? '';
  return new ApiError(status, code, message, {}, '', /^\d+$/.test(code) ? Number(code) : null);
}
