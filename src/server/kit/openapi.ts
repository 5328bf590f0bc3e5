import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { needsToken } from '#contract/kit/call.ts';
import { commonErrors, errorReply } from '#contract/kit/errors.ts';

import { codesByStatus, pathOf, pathParameters, queryParameters, schemaOf } from './openapi-schema.ts';

/**
 * Describes every call of the contract as OpenAPI 3.1. This is the content of openapi.json; a test checks that the file
 * is current.
 */
export function describeCalls(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries<Call>(allCalls)) {
    (paths[pathOf(call)] ??= {})[call.method.toLowerCase()] = describeCall(name, call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fax-to-Email',
      version,
      description:
        'Calls of the web client. After login the node name stands after /api/ in paths of login, db/f2e and rrad/f2e; all paths follow the public path, except those under /ajax.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'f2e_session' },
        accessToken: { type: 'apiKey', in: 'header', name: 'X-Access-Token' },
      },
      schemas: { Error: schemaOf(errorReply, 'output') },
    },
  };
}

function describeCall(name: string, call: Call): object {
  return {
    operationId: name,
    summary: call.summary,
    security:
      call.access === 'guest' ? [] : [{ session: [], ...(needsToken(call) ? { accessToken: [] } : {}) }],
    ...parametersOf(call),
    ...requestBody(call),
    responses: { '200': okResponse(call), ...errorResponses(call) },
  };
}

function requestBody(call: Call): object {
  if (call.multipart)
    return { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } } };
  return call.body
    ? { requestBody: { content: { 'application/json': { schema: schemaOf(call.body, 'input') } } } }
    : {};
}

/** Returns the parameters of the path, then those of the query. */
function parametersOf(call: Call): { parameters?: object[] } {
  const parameters = [...pathParameters(call), ...(call.query ? queryParameters(call.query) : [])];
  return parameters.length > 0 ? { parameters } : {};
}

function okResponse(call: Call): object {
  if (call.replyKind === 'events') return { description: 'Hints', content: { 'text/event-stream': {} } };
  if (call.replyKind === 'file') return { description: 'A file', content: { '*/*': {} } };
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(call.reply, 'output') } } };
}

/** Returns one response per status, which names the possible codes. */
function errorResponses(call: Call): Record<string, object> {
  const codes = {
    ...call.errors,
    ...(call.access === 'guest' ? {} : { AUTH_REQUIRED: commonErrors.AUTH_REQUIRED }),
  };
  return Object.fromEntries(
    codesByStatus(codes).map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
