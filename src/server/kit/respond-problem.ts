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
  const own = PROBLEM_DETAILS[error.code];
  const body: Problem = {
    type: `${request.protocol}://${request.host}/developers/errors#${code}`,
    title: code.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase()),
    status: reply.statusCode,
    detail:
      own?.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(error.params[name])) ??
      messages.say('en', `errors.${error.sentence}`, error.params),
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
