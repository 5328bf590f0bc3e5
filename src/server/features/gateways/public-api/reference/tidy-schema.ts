import type { z } from 'zod';

import type { Schema } from '#contract/v1/document.ts';
import { schemaOf } from '#server/kit/openapi-schema.ts';

/**
 * Returns a schema without what only validation needs: patterns beside a format, the bounds of safe integers, and, in
 * responses, the promise that nothing will be added.
 */
export function tidySchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return tidy(schemaOf(schema, io), io);
}

/** Expresses nullable values in one way only: by `anyOf`, as zod usually does. */
function withoutTypeLists(schema: Schema): Schema {
  const { type, description, ...rest } = schema as Omit<Schema, 'type'> & { type?: string | string[] };
  if (!Array.isArray(type)) return schema;
  return {
    ...(description !== undefined && { description }),
    anyOf: type.map((one) => (one === 'null' ? { type: one } : { ...rest, type: one })),
  };
}

function tidy(written: Schema, io: 'input' | 'output'): Schema {
  const { format, pattern, minimum, maximum, additionalProperties, ...rest } = withoutTypeLists(written);
  const within = (part: Schema) => tidy(part, io);
  return {
    ...rest,
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && format === undefined && { pattern }),
    ...(minimum !== undefined && Number.isSafeInteger(minimum - 1) && { minimum }),
    ...(maximum !== undefined && Number.isSafeInteger(maximum + 1) && { maximum }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: within(additionalProperties) }),
    ...(additionalProperties === false && io === 'input' && { additionalProperties }),
    ...(rest.items && { items: within(rest.items) }),
    ...(rest.properties && { properties: mapValues(rest.properties, within) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(within) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map(within) }),
    ...(rest.allOf && { allOf: rest.allOf.map(within) }),
  };
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
