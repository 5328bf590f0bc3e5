import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import type { ApiDocument, Operation, WebhookItem } from '#contract/v1/document.ts';
import { EXAMPLE_ORIGIN } from '#contract/v1/document.ts';
import { EVENT_DATA, EVENT_SAMPLES, EVENT_TYPES } from '#contract/v1/event-types.ts';
import type { EventType } from '#contract/v1/event-types.ts';
import { errorStatus } from '#contract/error-status.ts';
import { pathOf } from '#server/kit/openapi-schema.ts';

import { EVERYWHERE, WEBHOOK_HEADERS, apiComponents } from './api-components.ts';
import type { Sentence } from './api-components.ts';
import { describeOperation, tagOf } from './describe-operation.ts';
import { NamedSchemas } from './named-schemas.ts';
import { tidySchema } from './tidy-schema.ts';

/** The version of the API. Additions do not change it; a breaking change would become /v2. */
const API_VERSION = '1';

const DESCRIPTION =
  'Send and receive faxes from programs. Every call needs an API key in the header Authorization. Fields, types of events and values of lists may be added at any time: ignore what you do not know.';

/** Describes the public API as OpenAPI 3.1, with addresses on an example host; openapi-v1.json contains the result. */
export function describeApi(
  sentence: Sentence,
  calls: Readonly<Record<string, ApiCall>> = apiCalls,
): ApiDocument {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [id, call] of Object.entries(calls))
    (paths[pathOf(call)] ??= {})[call.method.toLowerCase()] = describeOperation(id, call, {
      schemas,
      sentence,
    });
  const webhooks = Object.fromEntries(EVENT_TYPES.map((type) => [type, describeEvent(type)]));
  return {
    openapi: '3.1.0',
    info: { title: 'Fax API', version: API_VERSION, description: DESCRIPTION },
    servers: [{ url: EXAMPLE_ORIGIN }],
    tags: [...new Set(Object.values(calls).map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks,
    components: apiComponents(schemas.all, sentence),
    'x-errors': errorsOf(paths, sentence),
  };
}

function describeEvent(type: EventType): WebhookItem {
  const data = tidySchema(EVENT_DATA[type], 'output');
  return {
    post: {
      operationId: type,
      summary: EVENT_DATA[type].description ?? type,
      parameters: WEBHOOK_HEADERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                type: { type: 'string', const: type },
                timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
                data,
              },
              required: ['type', 'timestamp', 'data'],
            },
            example: { type, timestamp: '2026-11-20T20:02:11.480Z', data: EVENT_SAMPLES[type] },
          },
        },
      },
      responses: { '2XX': { description: 'Received. Everything else is tried again.' } },
    },
  };
}

/** Codes that belong to no particular call: of the address, the host, the connection and the stores. */
const ELSEWHERE = [
  'METHOD_NOT_ALLOWED',
  'HTTPS_REQUIRED',
  'ORIGIN_NOT_ALLOWED',
  'HOST_UNKNOWN',
  'FILE_DAMAGED',
  'STORAGE_FULL',
] as const;

/** Returns every code that any call may return. */
function errorsOf(
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
  sentence: Sentence,
): ApiDocument['x-errors'] {
  const inCalls = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, response]) =>
      '$ref' in response ? [] : (response['x-codes'] ?? []).map((code) => [code, Number(status)] as const),
    );
  const status: Readonly<Record<string, number>> = errorStatus;
  const always = Object.values(EVERYWHERE).flatMap(({ codes }) => codes);
  const all = [
    ...inCalls,
    ...[...always, ...ELSEWHERE].map((code) => [code.toLowerCase(), status[code] ?? 500] as const),
  ];
  const sorted = all.toSorted(([a, one], [b, two]) => one - two || a.localeCompare(b));
  return Object.fromEntries(
    sorted.map(([code, of]) => [code, { status: of, detail: sentence(code.toUpperCase()) }]),
  );
}
