import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the input of a call as JSON schema. */
export const schemaOf = (schema: z.ZodType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};

/** Returns every place of an input that accepts a text, as a path of names. */
export function textPlaces(schema: JsonSchema, path: readonly string[] = []): string[][] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inner = alternatives.flatMap((one) => textPlaces(one, path));
  if (schema.type === 'array' && schema.items && typeof schema.items === 'object')
    inner.push(...textPlaces(schema.items as JsonSchema, [...path, '0']));
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    inner.push(...textPlaces(property as JsonSchema, [...path, name]));
  const open = schema.additionalProperties;
  if (open && typeof open === 'object') inner.push(...textPlaces(open, [...path, 'anything']));
  const isText = schema.type === 'string' || (schema.type === undefined && inner.length === 0);
  const places = isText && path.length > 0 ? [[...path], ...inner] : inner;
  return [...new Map(places.map((place) => [place.join('\n'), place])).values()];
}

/** Returns a plausible value, so that fields before the hostile one do not fail the call. */
export function likely(schema: JsonSchema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternative = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (alternative) return likely(alternative, name);
  if (schema.type === 'array') return schema.items ? [likely(schema.items as JsonSchema, name)] : [];
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, one]) => [key, likely(one as JsonSchema, key)]),
    );
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  if (/mail/i.test(name)) return 'someone@example.com';
  if (/domain|host/i.test(name)) return 'example.com';
  return /num|phone/i.test(name) ? '2125550123' : '1';
}

/** Returns the same input with a value in one of its places. */
export function putAt(input: unknown, [name = '', ...rest]: readonly string[], value: string): unknown {
  const here = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const next = rest.length === 0 ? value : putAt(here[name], rest, value);
  return Array.isArray(input) ? [next] : { ...here, [name]: next };
}
