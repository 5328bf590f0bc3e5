import type { FastifyReply, FastifyRequest } from 'fastify';

import { PROBLEM_DETAILS } from '#contract/v1/problems.ts';
import type { Problem } from '#contract/v1/problems.ts';

import type { AppError } from './app-error.ts';
import type { Messages } from './messages.ts';

/** Whether a program makes the request: it receives errors in the form of RFC 9457, whatever it accepts. */
export function isApi({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith('/v1/');
}

/**
 * Answers an error of the public API; the status is set already. The text is in English, because programs and their
 * authors read it.
 */
export async function answerProblem(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  messages: Messages,
): Promise<FastifyReply> {
  const code = error.code.toLowerCase();
  const body: Problem = {
    type: typeOf(request, code),
    title: code.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase()),
    status: reply.statusCode,
    detail: detailOf(error, messages),
    code,
    ...(error.fields && {
      errors: Object.entries(error.fields).map(([name, fault]) => ({
        pointer: `/${name}`,
        code: fault.toLowerCase(),
      })),
    }),
    request_id: request.id,
  };
  if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="f2e"');
  return await reply.type('application/problem+json').send(JSON.stringify(body));
}

/** Returns the text of an error for programs and for readers of their logs. */
export function detailOf(error: AppError, messages: Messages): string {
  const own = PROBLEM_DETAILS[error.code];
  return (
    own?.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(error.params[name])) ??
    messages.say('en', `errors.${error.sentence}`, error.params)
  );
}

/**
 * Returns the URL of the page that explains the code, on the brand's own origin: the Host header may be forged
 * (A-API-90). Without a brand, as while the database is unavailable, there is no page to name (RFC 9457, 4.2.1).
 */
function typeOf({ hostBrand, url, originalUrl }: FastifyRequest, code: string): string {
  if (!hostBrand) return 'about:blank';
  const publicPath = originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
  return `${hostBrand.origin}${publicPath}/developers/errors#${code}`;
}

/** Returns the meaning of a code for the reference, with an ellipsis for values that depend on the case. */
export function problemSentence(messages: Pick<Messages, 'raw'>): (code: string) => string {
  return (code) =>
    (PROBLEM_DETAILS[code] ?? messages.raw('en', `errors.${code}`)).replaceAll(/\{\{\w+\}\}/gu, '…');
}
