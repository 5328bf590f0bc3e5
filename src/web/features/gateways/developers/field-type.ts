import type { ApiDocument, Schema } from '#contract/v1/document.ts';
import { resolved } from './reference.ts';

/** Describes the type of a field, such as `array of text, 1–50`. In English, like the whole reference. */
export function fieldType(document: ApiDocument, written: Schema): string {
  const schema = resolved<Schema>(document, written);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return optionsType(document, options);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return arrayType(document, schema);
  const name = NAMES[schema.format ?? ''] ?? NAMES[schema.type ?? ''] ?? 'any value';
  return `${name}${rangeOf(schema)}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
  'date-time': 'time',
  date: 'date',
  uri: 'address',
  email: 'email address',
  binary: 'file',
};

function optionsType(document: ApiDocument, options: readonly Schema[]): string {
  const names = options.map((option) => (option.type === 'null' ? 'null' : fieldType(document, option)));
  return [...new Set(names)].join(' or ');
}

function arrayType(document: ApiDocument, schema: Schema): string {
  const one = schema.items ? fieldType(document, schema.items) : 'values';
  return `array of ${one}${rangeOf({ minimum: schema.minItems, maximum: schema.maxItems })}`;
}

/** Describes the limits, if they are relevant; for texts only the upper one is. */
function rangeOf({
  minimum,
  maximum,
  maxLength,
}: {
  minimum?: number | undefined;
  maximum?: number | undefined;
  maxLength?: number | undefined;
}): string {
  if (maxLength !== undefined) return `, up to ${maxLength}`;
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum}–${maximum}`;
  if (maximum !== undefined) return `, up to ${maximum}`;
  return minimum === undefined || minimum === 0 ? '' : `, from ${minimum}`;
}

/** Returns the allowed values of a field, if they are listed. */
export function fieldValues(document: ApiDocument, written: Schema): readonly string[] {
  const schema = resolved<Schema>(document, written);
  const values = schema.enum ?? (schema.items && resolved<Schema>(document, schema.items).enum);
  const inOption = schema.anyOf?.find((option) => option.enum)?.enum;
  return (values ?? inOption ?? []).map(String);
}

/** Returns the object schema of a field, or of the items of a list, to show one more level. */
export function innerFields(document: ApiDocument, written: Schema): Schema | undefined {
  const schema = resolved<Schema>(document, written);
  if (schema.properties) return schema;
  if (schema.items) return innerFields(document, schema.items);
  const option = schema.anyOf?.find(({ type }) => type !== 'null');
  return option && innerFields(document, option);
}
