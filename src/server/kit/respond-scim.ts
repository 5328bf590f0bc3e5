import type { FastifyReply, FastifyRequest } from 'fastify';

import { SCIM } from '#contract/identity/scim-resources.ts';

import type { AppError } from './app-error.ts';
import type { Messages } from './messages.ts';
import { detailOf } from './respond-problem.ts';

/** The media type of SCIM (RFC 7644, 8.1). */
export const SCIM_JSON = 'application/scim+json; charset=utf-8';

/** SCIM's names of our error codes (RFC 7644, 3.12); other codes have none. */
const TYPES: Readonly<Record<string, string>> = {
  SCIM_TAKEN: 'uniqueness',
  SCIM_EMAIL_ELSEWHERE: 'uniqueness',
  SCIM_FILTER: 'invalidFilter',
  SCIM_PATH: 'invalidPath',
  SCIM_LIMIT: 'tooMany',
  PEOPLE_LIMIT: 'tooMany',
  VALIDATION: 'invalidValue',
  BAD_REQUEST: 'invalidSyntax',
};

/** Whether a directory makes the request: it receives errors in the form of SCIM. */
export function isScim({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith('/scim/v2/');
}

/**
 * Answers an error of a directory's call; the status is set already. The text is in English, because administrators
 * read it in the directory.
 */
export async function answerScimError(
  error: AppError,
  reply: FastifyReply,
  messages: Messages,
): Promise<FastifyReply> {
  const scimType = TYPES[error.code];
  const fields = Object.keys(error.fields ?? {});
  const body = {
    schemas: [SCIM.error],
    status: String(reply.statusCode),
    ...(scimType !== undefined && { scimType }),
    detail:
      error.code === 'VALIDATION' && fields.length > 0
        ? `Missing or not valid: ${fields.join(', ')}.`
        : detailOf(error, messages),
  };
  if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="f2e"');
  return await reply.type(SCIM_JSON).send(JSON.stringify(body));
}
