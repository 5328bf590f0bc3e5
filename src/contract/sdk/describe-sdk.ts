import type { z } from 'zod';

import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import { EVENT_DATA, EVENT_TYPES } from '#contract/v1/event-types.ts';
import { FAX_STATUSES } from '#contract/v1/fax.ts';
import { SCOPES } from '#contract/v1/scopes.ts';

import { TypeText, pascal, union } from './type-text.ts';

/** Names of methods that people expect instead of the ones that the rule produces. */
const NAMES: Readonly<Record<string, string>> = { createFax: 'send', thisKey: 'current' };

/** A method of the client, before it is written to the file. */
interface Method {
  resource: string;
  name: string;
  text: string;
}

/**
 * Returns the generated part of the SDK (packages/sdk/src/api.ts): a method for each call, grouped by the first part of
 * its path, and the types of inputs and responses.
 */
export function describeSdk(): string {
  const choices = { Scope: SCOPES, EventType: EVENT_TYPES, FaxStatus: FAX_STATUSES };
  const types = new TypeText(choices, { key: 'ApiKey', event: 'ApiEvent' });
  const methods = Object.entries<ApiCall>(apiCalls).map(([id, call]) => describeMethod(id, call, types));
  const groups = Map.groupBy(methods, ({ resource }) => resource);
  const api = [...groups].map(
    ([resource, members]) => `${resource}: {\n${members.map(({ text }) => text).join('\n')}\n},`,
  );
  const events = EVENT_TYPES.map(
    (type) => `{ type: '${type}'; timestamp: string; data: ${types.of(EVENT_DATA[type], 'output')} }`,
  );
  return [
    '// Made from src/contract/v1 by `npm run generate`.',
    "import type { CallOptions, Caller } from './caller.ts';",
    ...Object.entries(choices).map(([name, values]) => `export type ${name} = ${union(values)};`),
    ...[...types.named].map(([name, text]) => `export type ${name} = ${text};`),
    `/** What is posted to a webhook. */\nexport type WebhookEvent = ${events.join(' | ')};`,
    `/** Every call of the API. */\nexport const createApi = (call: Caller) => ({\n${api.join('\n')}\n});`,
    '',
  ].join('\n\n');
}

function describeMethod(id: string, call: ApiCall, types: TypeText): Method {
  const parts = call.path.split('/').slice(2);
  const resource = camel(parts[0] ?? '');
  const name = NAMES[id] ?? methodName(call, parts.slice(1));
  const params = [...call.path.matchAll(/:(\w+)/gu)].map(([, param = '']) => param);
  const input = inputOf(id, call, types);
  const args = [
    ...params.map((param) => `${param}: ${param === 'n' ? 'number' : 'string'}`),
    ...(input ? [`input${input.optional ? '?' : ''}: ${input.type}`] : []),
    `options?: CallOptions`,
  ];
  const path = `\`${call.path.replaceAll(/:(\w+)/gu, (_, param: string) => `\${encodeURIComponent(${param})}`)}\``;
  const details = [
    `method: '${call.method}'`,
    `path: ${params.length === 0 ? path.replaceAll('`', "'") : path}`,
    ...(input ? [`${input.place}: input`] : []),
    ...(call.idempotent ? ['idempotent: true'] : []),
    'options',
  ];
  const text = `/** ${[call.summary, call.description].filter(Boolean).join('. ')} */\n${name}: (${args.join(', ')}) => call.${answerOf(call, types)}({ ${details.join(', ')} }),`;
  return { resource, name, text };
}

/** Returns the input of a method besides the ids in the path. A call has a query or a body. */
function inputOf(
  id: string,
  { query, body, multipart }: ApiCall,
  types: TypeText,
): { type: string; place: string; optional: boolean } | undefined {
  const schema = body ?? query;
  if (!schema) return undefined;
  const type = types.of(schema, 'input');
  if (type === 'Record<string, never>') return undefined;
  const withFiles = multipart ? `Omit<${type}, 'files'> & { files?: import('./files.ts').FaxFile[] }` : type;
  return {
    type: types.name(`${pascal(id)}Input`, withFiles),
    place: body ? 'body' : 'query',
    optional: schema.safeParse({}).success,
  };
}

function answerOf(call: ApiCall, types: TypeText): string {
  if (call.replyKind === 'file') return 'file';
  const item = itemOf(call);
  return item && call.method === 'GET'
    ? `list<${types.of(item, 'output')}>`
    : `json<${types.of(call.reply, 'output')}>`;
}

/** Returns the item type of a list; undefined if the response is not a list. */
function itemOf({ reply }: ApiCall): z.ZodType | undefined {
  const shape = (reply as z.ZodObject).shape as Record<string, z.ZodType> | undefined;
  const data = shape?.['data'];
  if (!data || !shape['has_more']) return undefined;
  return (data as z.ZodArray<z.ZodType>).element;
}

/** Returns `list`, `get`, `create`, `update`, `delete`; other names come from the part of the path after the id. */
function methodName(call: ApiCall, rest: readonly string[]): string {
  const words = rest
    .filter((part) => !part.startsWith(':'))
    .map((part) => camel(part.replace(/\.\w+$/u, '')));
  const endsInId = rest.at(-1)?.startsWith(':') === true;
  const [first = '', second] = words;
  if (second !== undefined) return `${second}${pascal(singular(first))}`;
  if (words.length === 1) {
    const noun = endsInId ? singular(first) : first;
    return call.method === 'GET' || call.method === 'POST'
      ? noun
      : `${verbOf(call, endsInId)}${pascal(noun)}`;
  }
  return verbOf(call, endsInId);
}

function verbOf(call: ApiCall, one: boolean): string {
  if (call.method === 'GET') return one || !itemOf(call) ? 'get' : 'list';
  return { POST: 'create', PATCH: 'update', PUT: 'replace', DELETE: 'delete' }[call.method];
}

function camel(text: string): string {
  return text.replaceAll(/-(\w)/gu, (_, first: string) => first.toUpperCase());
}

function singular(text: string): string {
  return text.replace(/ies$/u, 'y').replace(/s$/u, '');
}
