import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { errorStatus } from '#contract/error-status.ts';
import type { ErrorCode } from '#contract/error-status.ts';
import type { ErrorReply } from '#contract/kit/errors.ts';
import { directionOf } from '#contract/kit/language.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { apiMethods } from './api-methods.ts';
import { AppError } from './app-error.ts';
import { clearSessionCookies } from './cookies.ts';
import type { Messages } from './messages.ts';
import type { App } from './mount.ts';
import { UNKNOWN_NODE } from './node-path.ts';
import { NOTICE_POLICY, hasNotice, noticePage } from './notice-page.ts';
import { clearOperatorCookies } from './operator-cookies.ts';
import { isOwnFault } from './own-fault.ts';
import { escapeHtml } from './page.ts';
import { isPage } from './page-path.ts';
import { answerProblem, isApi } from './respond-problem.ts';
import { answerScimError, isScim } from './respond-scim.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** Our codes for faults that Fastify finds in a request, and the file store in a file. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_BIG',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_BIG',
  FILE_DAMAGED: 'FILE_DAMAGED',
};
/**
 * Errors of an unavailable database or bucket, which are not the call's fault: the same request works later
 * (F-send-12).
 */
const AWAY = /^(?:08|57P|57014|55P03|53)|^(?:ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|FILE_STORE_AWAY)$/;
/** The database cannot hold a text: NUL in a text, half a surrogate pair in a JSON value (A-QUERY-05). */
const NOT_STORABLE = /^(?:22021|22P05)$/;
/** The disk of the database, or ours, is full. */
const DISK_FULL = /^(?:53100|ENOSPC|EDQUOT)$/;
/** Retry delay for a full disk: somebody has to make room first. */
const FULL_RETRY_SECONDS = 60;
const AWAY_RETRY_SECONDS = 5;
/** Codes that are logged: our own bugs, and failures of the systems we depend on. */
const LOGGED: ReadonlySet<ErrorCode> = new Set(['INTERNAL', 'FILE_DAMAGED', 'UNAVAILABLE', 'STORAGE_FULL']);

/**
 * Answers every error in the contract's envelope: a code and a message in the reader's language, never internal
 * details.
 */
export function addErrorResponses(
  app: App,
  { messages, publicPath }: { messages: Messages; publicPath: string },
): void {
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : asAppError(error);
    if (LOGGED.has(known.code) || isOwnFault(known.cause)) {
      logEvent(request.log, 'request.failed', { err: error.cause ?? error });
    }
    if (known.code === 'AUTH_REQUIRED') takeCookiesBack(request, reply, publicPath);
    return await answer(known, request, reply, messages);
  });
}

/**
 * Clears only the cookies of the session that is missing: a browser may hold a mailbox and the console at once
 * (A-CSRF-07).
 */
function takeCookiesBack(request: FastifyRequest, reply: FastifyReply, publicPath: string): void {
  if (request.routeOptions.config.call?.access === 'operator')
    clearOperatorCookies(request, reply, publicPath);
  else clearSessionCookies(request, reply);
}

/** Methods that some path supports; any other is a probe (A-HDR-04). */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers a path that nothing serves: 404, or 405 if the public API has the path with other methods, or if no path
 * supports the method.
 */
export async function answerNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  messages: Messages,
): Promise<FastifyReply> {
  const allowed = isApi(request) ? apiMethods(request.url) : [];
  const elsewhere = allowed.length > 0 ? allowed : METHODS;
  if (!elsewhere.includes(request.method)) {
    reply.header('allow', elsewhere.join(', '));
    return await answer(new AppError('METHOD_NOT_ALLOWED'), request, reply, messages);
  }
  const code =
    request.url === UNKNOWN_NODE || request.raw.url === UNKNOWN_NODE ? 'NODE_UNKNOWN' : 'NOT_FOUND';
  return await answer(new AppError(code), request, reply, messages);
}

/** Answers a URL that cannot be parsed at all; Fastify runs no hook for it (A-HDR-01). */
export function answerBadAddress(request: FastifyRequest, reply: FastifyReply, messages: Messages): void {
  setSecurityHeaders(request, reply);
  const message = messages.say(messages.languageOf(request), 'errors.BAD_REQUEST');
  const body: ErrorReply = { success: false, error: 'BAD_REQUEST', message };
  void reply.code(errorStatus.BAD_REQUEST).send(body);
}

function asAppError(error: FastifyError): AppError {
  const mapped = FRAMEWORK_ERRORS[error.code];
  if (mapped) return new AppError(mapped, { cause: error });
  if (DISK_FULL.test(error.code ?? ''))
    return new AppError('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS, cause: error });
  if (NOT_STORABLE.test(error.code ?? '')) return new AppError('VALIDATION', { cause: error });
  if (isAway(error))
    return new AppError('UNAVAILABLE', { retryAfterSeconds: AWAY_RETRY_SECONDS, cause: error });
  const status = error.statusCode ?? 500;
  return new AppError(status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL', { cause: error });
}

function isAway(error: { code?: string; message: string }): boolean {
  return (
    AWAY.test(error.code ?? '') ||
    /connection (?:terminated|timeout|error)|timeout exceeded when trying to connect/i.test(error.message)
  );
}

async function answer(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  messages: Messages,
): Promise<FastifyReply> {
  const language = messages.languageOf(request);
  const message = messages.say(language, `errors.${error.sentence}`, error.params);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(error.retryAfterSeconds));
  const call = request.routeOptions.config.call;
  reply.code(call?.errors?.[error.code] ?? errorStatus[error.code]).header('cache-control', 'no-store');
  if (isApi(request)) return await answerProblem(error, request, reply, messages);
  if (isScim(request)) return await answerScimError(error, reply, messages);
  if (hasNotice(error) && (isPage(request) || prefersHtml(request)))
    return await reply
      .header('content-security-policy', NOTICE_POLICY)
      .type('text/html; charset=utf-8')
      .send(noticePage(error, request.hostname, language, messages));
  if (prefersHtml(request))
    return await reply
      .type('text/html; charset=utf-8')
      .send(errorPage(String(error.number ?? error.code), message, language));
  const body: ErrorReply & { status?: false } = {
    success: false,
    error: error.code,
    message,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.number === undefined ? {} : { code: error.number }),
    ...(call?.keyMessages ? { key_message: error.code } : {}),
    ...(error.code === 'BAD_CREDENTIALS' ? { status: false as const } : {}),
    ...(error.code === 'INTERNAL' ? { requestId: request.id } : {}),
  };
  return await reply.send(body);
}

/**
 * Whether to answer with a small page, for a person who opened the address by hand; calls accept JSON or anything (spec
 * http-api 0.4).
 */
function prefersHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  return (
    accept.includes('text/html') &&
    !accept.includes('application/json') &&
    !/\*\/\*(?!;q=0\.[0-9])/.test(accept)
  );
}

function errorPage(code: string, message: string, language: string): string {
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escapeHtml(message)}</title></head><body><span id="error-code">${escapeHtml(code)}</span><p id="error-message">${escapeHtml(message)}</p></body></html>`;
}
