import { apiErrors } from '#contract/v1/problems.ts';
import { problem } from '#contract/v1/problems.ts';
import type { Components, Response, Schema } from '#contract/v1/document.ts';
import { commonErrors } from '#contract/kit/errors.ts';

import { tidySchema } from './tidy-schema.ts';

/** Returns the sentence of an error code, as the API words it. */
export type Sentence = (code: string) => string;

/** Headers of every response of a call. */
export const ANSWER_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
} as const;

/** Headers of webhook posts, according to Standard Webhooks. */
export const WEBHOOK_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Errors that every call may return, by the name of their response. */
export const EVERYWHERE = {
  Unauthorized: { status: 401, codes: ['KEY_INVALID'] },
  TooManyRequests: { status: 429, codes: ['TOO_MANY_REQUESTS', 'RATE_LIMITED', 'TOO_MANY_ATTEMPTS'] },
  ServerError: { status: 500, codes: ['INTERNAL'] },
  Unavailable: { status: 503, codes: ['UNAVAILABLE'] },
} as const;

/** Their codes with the status, and the codes that depend on what a call accepts. */
export const COMMON_CODES = { ...commonErrors, ...apiErrors } as const;

/** Describes one response of errors. */
export function problemResponse(codes: readonly string[], sentence: Sentence): Response {
  return {
    description: codes.map((code) => `\`${code.toLowerCase()}\`: ${sentence(code)}`).join('\n\n'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    'x-codes': codes.map((code) => code.toLowerCase()),
  };
}

/** Returns the components that all calls share. */
export function apiComponents(schemas: Readonly<Record<string, Schema>>, sentence: Sentence): Components {
  const retry = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  return {
    schemas: { ...schemas, Problem: tidySchema(problem, 'output') },
    responses: Object.fromEntries(
      Object.entries(EVERYWHERE).map(([name, { status, codes }]) => [
        name,
        {
          ...problemResponse(codes, sentence),
          ...(status === 429 || status === 503 ? { headers: retry } : {}),
        },
      ]),
    ),
    parameters: {
      Account: {
        name: 'F2E-Account',
        in: 'header',
        required: false,
        description:
          'The fax account that the call is about, `acc_311`. Keys of one account may leave it out; keys of administrators and operators must send it.',
        schema: { type: 'string' },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'A text of your own for this piece of work. A repeated call with the same key and body does nothing again and gets the first answer; faxes are shown as they are now.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      ...Object.fromEntries(WEBHOOK_HEADERS.map((name) => [name, webhookHeader(name)])),
    },
    headers: answerHeaders(),
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key, `f2e_live_…` or `f2e_test_…`, in the header Authorization.',
      },
    },
  };
}

function answerHeaders(): Components['headers'] {
  return {
    RateLimitPolicy: text(
      'What the key may do: `"key";q=60;w=6` is 60 calls at once, which come back within 6 seconds.',
    ),
    RateLimit: text('What is left of it: `"key";r=42;t=2` is 42 calls now, and all of them after 2 seconds.'),
    RequestId: text('Names this call in our log; say it when you ask for help.'),
    RetryAfter: { description: 'Seconds until the call may work.', schema: { type: 'integer' } },
    IdempotentReplayed: text(
      '`true` when this is the kept answer of the first call with this Idempotency-Key.',
    ),
  };
}

const SAYS = {
  'webhook-id': 'The id of the event; the same in every repetition.',
  'webhook-timestamp': 'Seconds since 1970 at this attempt. Refuse what is more than five minutes old.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; two of them, separated by a space, while the secret is rotated.',
} as const;

function webhookHeader(name: (typeof WEBHOOK_HEADERS)[number]) {
  return { name, in: 'header' as const, required: true, description: SAYS[name], schema: { type: 'string' } };
}

function text(description: string) {
  return { description, schema: { type: 'string' } };
}
