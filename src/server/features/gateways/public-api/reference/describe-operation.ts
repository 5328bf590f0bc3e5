import type { Content, Operation, Parameter, Reference, Response, Schema } from '#contract/v1/document.ts';
import { EXAMPLE_ORIGIN } from '#contract/v1/document.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import { codesByStatus, pathOf, pathParameters, queryParameters } from '#server/kit/openapi-schema.ts';

import { ANSWER_HEADERS, COMMON_CODES, EVERYWHERE, problemResponse } from './api-components.ts';
import type { Sentence } from './api-components.ts';
import { SAMPLE_LANGUAGES } from './code-samples.ts';
import type { SampleCall } from './code-samples.ts';
import { exampleInput, exampleOf } from './example-of.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { tidySchema } from './tidy-schema.ts';

/** What the descriptions of calls share. */
export interface Describing {
  schemas: NamedSchemas;
  sentence: Sentence;
}

/** Describes one call of the public API. */
export function describeOperation(id: string, call: ApiCall, describing: Describing): Operation {
  const parameters = parametersOf(call);
  const body = call.body && tidySchema(call.body, 'input');
  return {
    operationId: id,
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    tags: [tagOf(call)],
    security: [{ key: call.scope === null ? [] : [call.scope] }],
    'x-scope': call.scope,
    parameters: [...parameters, ...headersOf(call)],
    ...(body || call.multipart ? { requestBody: requestBody(call, body) } : {}),
    responses: {
      [String(call.status ?? 200)]: answerOf(call, describing.schemas),
      ...(call.revalidates && {
        '304': { description: 'Not changed: it is what `If-None-Match` names', headers: ANSWER_HEADERS },
      }),
      ...errorsOf(call, describing),
    },
    'x-codeSamples': SAMPLE_LANGUAGES.map(({ lang, label, write }) => ({
      lang,
      label,
      source: write(sampleOf(call, parameters, body)),
    })),
  };
}

/** Returns the group of a call in the reference: the first part of its path. */
export function tagOf({ path }: Pick<ApiCall, 'path'>): string {
  const [, , first = ''] = path.split('/');
  const plural = first === 'key' ? 'keys' : first;
  return plural.replaceAll('-', ' ').replace(/^./u, (letter) => letter.toUpperCase());
}

function parametersOf(call: ApiCall): Parameter[] {
  const inPath = call.params ? tidySchema(call.params, 'input').properties : {};
  const found = [
    ...pathParameters(call, { ...inPath }),
    ...(call.query
      ? queryParameters(call.query).map((one) => ({ ...one, schema: tidied(call, one.name) }))
      : []),
  ];
  return found.map(({ schema, ...rest }) => {
    const { description, ...type } = schema as Schema;
    return { ...rest, ...(description !== undefined && { description }), schema: type };
  });
}

function tidied({ query }: ApiCall, name: string): Schema {
  return (query && tidySchema(query, 'input').properties?.[name]) ?? {};
}

function headersOf({ about, idempotent }: ApiCall): Reference[] {
  return [
    ...(about === 'account' ? [{ $ref: '#/components/parameters/Account' }] : []),
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function requestBody(
  { multipart, example }: ApiCall,
  body: Schema = { type: 'object' },
): { required: boolean; content: Content } {
  const json = { 'application/json': { schema: body, example: exampleInput(body, example?.body) } };
  return {
    required: (body.required?.length ?? 0) > 0 || multipart === true,
    content: multipart
      ? { 'multipart/form-data': { schema: asForm(body) }, ...(body.properties && json) }
      : json,
  };
}

/** Returns the same body as a form: `files` become parts named `file`. */
function asForm(body: Schema): Schema {
  const { files: _, ...properties } = body.properties ?? {};
  const file = {
    type: 'array',
    description: 'The files, in the order of their pages: one part for each.',
    items: { type: 'string', format: 'binary' },
  };
  const required = body.required?.filter((name) => name !== 'files');
  return { ...body, properties: { ...properties, file }, ...(required && { required }) };
}

function answerOf(call: ApiCall, schemas: NamedSchemas): Response {
  const headers = {
    ...ANSWER_HEADERS,
    ...(call.idempotent && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
  };
  if (call.status === 204) return { description: 'Done', headers };
  if (call.replyKind === 'file')
    return { description: 'The file', headers, content: { '*/*': { schema: {} } } };
  const plain = tidySchema(call.reply, 'output');
  const content = { 'application/json': { schema: schemas.name(plain), example: exampleOf(plain) } };
  return { description: STATUS_TEXTS[call.status ?? 200], headers, content };
}

const STATUS_TEXTS = { 200: 'Done', 201: 'Created', 202: 'Accepted' } as const;

function errorsOf(call: ApiCall, { sentence }: Describing): Record<string, Response | Reference> {
  const everywhere = Object.entries(EVERYWHERE).map(([name, { status, codes }]) => ({ name, status, codes }));
  const usual = new Set<string>(everywhere.flatMap(({ codes }) => codes));
  const codes = Object.fromEntries(
    Object.entries({ ...usualCodes(call), ...call.errors }).filter(([code]) => !usual.has(code)),
  );
  const own = codesByStatus(codes).map(([status, names]): [string, Response] => {
    const common = everywhere.find((one) => String(one.status) === status)?.codes ?? [];
    return [status, problemResponse([...common, ...names], sentence)];
  });
  return {
    ...Object.fromEntries(
      everywhere.map(({ name, status }) => [String(status), { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(own),
  };
}

/** Returns the errors that follow from what a call accepts. */
function usualCodes({ body, query, multipart, scope, about, params }: ApiCall): Record<string, number> {
  const { BAD_REQUEST, VALIDATION, BODY_TOO_BIG, MEDIA_TYPE, NOT_FOUND, ...common } = COMMON_CODES;
  const { ACCOUNT_MISSING, KEY_ADDRESS, SCOPE_MISSING } = common;
  const takesBody = body !== undefined || multipart === true;
  return {
    ...(takesBody && { BAD_REQUEST, BODY_TOO_BIG, MEDIA_TYPE }),
    ...((takesBody || query) && { VALIDATION }),
    ...(about === 'account' && { ACCOUNT_MISSING }),
    KEY_ADDRESS,
    ...(scope !== null && { SCOPE_MISSING }),
    ...((params || about === 'account') && { NOT_FOUND }),
  };
}

/** Returns the call as the examples make it. */
function sampleOf(call: ApiCall, parameters: readonly Parameter[], body: Schema | undefined): SampleCall {
  const inPath = Object.fromEntries(
    parameters
      .filter((one) => one.in === 'path')
      .map(({ name, schema }) => [name, String(exampleOf(schema, name))]),
  );
  const path = pathOf(call).replaceAll(/\{(\w+)\}/gu, (_, name: string) => inPath[name] ?? '');
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = {
    ...Object.fromEntries(required.map(({ name, schema }) => [name, exampleOf(schema, name)])),
    ...call.example?.query,
  };
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = pairs.length > 0 ? `?${String(new URLSearchParams(pairs))}` : '';
  return {
    method: call.method,
    url: `${EXAMPLE_ORIGIN}${path}${search}`,
    body: (body ?? call.multipart) ? exampleInput(body ?? {}, call.example?.body) : undefined,
    multipart: call.multipart === true,
    idempotent: call.idempotent !== undefined,
    file: call.replyKind === 'file' ? fileNameOf(path) : undefined,
  };
}

/** Returns the name of the downloaded file: `document.pdf` for the document of a fax, `1.png` for a page. */
function fileNameOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last.includes('.') ? last : `${last}.pdf`;
}
