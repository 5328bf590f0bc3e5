import type { z } from 'zod';

import type { ApiCall } from '#contract/v1/define.ts';
import type { InnerCall } from '#server/kit/inner-call.ts';
import { schemaOf } from '#server/kit/openapi-schema.ts';

/** The arguments that an assistant passes to a tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A JSON schema of an object. */
interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

const ACCOUNT = {
  type: 'string',
  description: 'The fax account that this is about, like acc_123. Needed with the key of an administrator.',
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Any text that names this task. When a call got no answer, repeat it with the same text: nothing is done twice.',
};

/** Matches the parameters in a call's path: `:id`. */
const IN_PATH = /:(\w+)/gu;

/**
 * Returns the JSON schema of a tool's arguments: everything that the call accepts in path, query and body, at one
 * level.
 */
export function inputSchemaOf(call: ApiCall, only?: readonly string[]): object {
  const parts = [call.query, call.body].map((schema) => objectSchema(schema));
  const inPath = [...call.path.matchAll(IN_PATH)].map(([, name = '']) => name);
  const properties = Object.entries({
    ...Object.fromEntries(inPath.map((name) => [name, { type: 'string' }])),
    ...Object.assign({}, ...parts.map((part) => part.properties)),
  }).filter(([name]) => only?.includes(name) ?? true);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(call.idempotent && { idempotency_key: IDEMPOTENCY_KEY }),
      ...(call.about === 'account' && { account: ACCOUNT }),
    },
    required: [...inPath, ...parts.flatMap(({ required = [] }) => required)],
    additionalProperties: false,
  };
}

function objectSchema(schema: z.ZodType | undefined): ObjectSchema {
  return schema ? schemaOf(schema, 'input') : {};
}

/** Returns the call that the arguments describe. Unknown arguments are passed on, and the call refuses them. */
export function requestOf(call: ApiCall, { account, ...said }: ToolArguments): InnerCall {
  const { idempotency_key: key, ...given } = call.idempotent ? said : { idempotency_key: undefined, ...said };
  const path = call.path.replaceAll(IN_PATH, (_, name: string) => encodeURIComponent(textOf(given[name])));
  const named = new Set([...call.path.matchAll(IN_PATH)].map(([, name]) => name));
  const rest = Object.entries(given).filter(([name]) => !named.has(name));
  const headers: Record<string, string> = {
    ...(account !== undefined && { 'f2e-account': textOf(account).replaceAll(/[^\w-]/gu, '?') }),
    // Characters that headers cannot contain are replaced by one that the call refuses.
    ...(key !== undefined && { 'idempotency-key': textOf(key).replaceAll(/[^\x20-\x7e]/gu, '\u007f') }),
  };
  if (call.body) return { method: call.method, path, headers, body: Object.fromEntries(rest) };
  const query = Object.fromEntries(rest.map(([name, value]) => [name, textOf(value)]));
  return { method: call.method, path, headers, query };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
