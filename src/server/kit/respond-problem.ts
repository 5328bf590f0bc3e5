import type { FastifyReply, FastifyRequest } from 'fastify';

import { PROBLEM_DETAILS } from '#contract/v1/problems.ts';
import type { Problem } from '#contract/v1/problems.ts';

import type { AppError } from './app-error.ts';
import type { Messages } from './messages.ts';

/** Whether programs ask: they get their errors in the form of RFC 9457, whatever they accept. */
export function isApi({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith('/v1/');
}

/** Answers an error of the public API; the status is set already. In English: programs and their authors read it. */
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

/** What an error says to programs and to whoever reads their logs. */
export function detailOf(error: AppError, messages: Messages): string {
  const own = PROBLEM_DETAILS[error.code];
  return (
    own?.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(error.params[name])) ??
    messages.say('en', `errors.${error.sentence}`, error.params)
  );
}

/**
 * The page that explains the code, at the brand's home: what the request calls this host may be a lie (A-API-90). Without
 * a brand, as while the database is away, there is no page to name (RFC 9457, 4.2.1).
 */
function typeOf({ hostBrand, url, originalUrl }: FastifyRequest, code: string): string {
  if (!hostBrand) return 'about:blank';
  const publicPath = originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
  return `${hostBrand.origin}${publicPath}/developers/errors#${code}`;
}

/** What a code means, for the reference: values that only a case has are left open. */
export function problemSentence(messages: Pick<Messages, 'raw'>): (code: string) => string {
  return (code) =>
    (PROBLEM_DETAILS[code] ?? messages.raw('en', `errors.${code}`)).replaceAll(/\{\{\w+\}\}/gu, '…');
}
