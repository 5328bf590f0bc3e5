import type { ApiDocument, Content, Operation, Parameter, Response, Schema } from '#contract/v1/document.ts';

/** A field of a request or response, as far as programs depend on it. */
export interface FieldShape {
  type: string;
  /** Whether it may be missing. */
  optional?: true;
  /** Whether it may be null. */
  nullable?: true;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  min?: number;
  max?: number;
}

/** Fields by path: `body.to[]`, `data[].id`. */
export type Fields = Readonly<Record<string, FieldShape>>;

/** What programs depend on in one call, or in one type of event (which takes no input). */
export interface CallShape {
  scope: string | null;
  takes: Fields;
  /** By status of success. */
  gives: Readonly<Record<string, Fields>>;
  /** Error codes with their status. */
  errors: Readonly<Record<string, number>>;
}

/** Calls (`POST /v1/faxes`) and events (`event fax.received`). */
export type ApiShape = Readonly<Record<string, CallShape>>;

/** Returns the parts of the document that must not change for the programs that use it. */
export function shapeOf(document: ApiDocument): ApiShape {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, CallShape] => [
      `${method.toUpperCase()} ${path}`,
      callShape(document, operation),
    ]),
  );
  const events = Object.entries(document.webhooks).map(([type, { post }]): [string, CallShape] => [
    `event ${type}`,
    {
      scope: null,
      takes: {},
      gives: { post: contentFields(document, post.requestBody.content) },
      errors: {},
    },
  ]);
  return Object.fromEntries([...calls, ...events]);
}

function callShape(document: ApiDocument, operation: Operation): CallShape {
  const responses = Object.entries(operation.responses).map(
    ([status, one]) => [status, found(document, one) as Response] as const,
  );
  const parameters = operation.parameters.map((one) => found(document, one) as Parameter);
  const takes: Record<string, FieldShape> = {};
  for (const { name, in: place, required, schema } of parameters)
    collect(document, { schema, place: `${place}.${name}`, required }, takes);
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    collect(
      document,
      { schema, place: type === 'application/json' ? 'body' : 'form', required: true },
      takes,
    );
  return {
    scope: operation['x-scope'],
    takes,
    gives: Object.fromEntries(
      responses
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { content = {} }]) => [status, contentFields(document, content)]),
    ),
    errors: Object.fromEntries(
      responses.flatMap(([status, one]) => (one['x-codes'] ?? []).map((code) => [code, Number(status)])),
    ),
  };
}

function contentFields(document: ApiDocument, content: Content): Fields {
  const fields: Record<string, FieldShape> = {};
  for (const { schema } of Object.values(content))
    collect(document, { schema, place: '', required: true }, fields);
  return fields;
}

/** Resolves a reference in the document. */
export function found(document: ApiDocument, one: object): object {
  if (!('$ref' in one)) return one;
  const [, , group = '', name = ''] = String(one.$ref).split('/');
  const components = document.components as unknown as Record<string, Record<string, object>>;
  return components[group]?.[name] ?? {};
}

interface Place {
  schema: Schema;
  place: string;
  required: boolean;
}

function collect(document: ApiDocument, at: Place, into: Record<string, FieldShape>): void {
  const schema = found(document, at.schema) as Schema;
  const options = schema.anyOf ?? schema.oneOf;
  if (!options) return collectOne(document, { ...at, schema }, false, into);
  const real = options.filter(({ type }) => type !== 'null');
  for (const [i, option] of real.entries())
    collectOne(
      document,
      {
        schema: found(document, option),
        place: real.length > 1 ? `${at.place}|${i}` : at.place,
        required: at.required,
      },
      real.length < options.length,
      into,
    );
}

function collectOne(
  document: ApiDocument,
  { schema, place, required }: Place,
  nullable: boolean,
  into: Record<string, FieldShape>,
): void {
  into[place] = fieldShape(schema, required, nullable);
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    collect(
      document,
      {
        schema: part,
        place: place === '' ? name : `${place}.${name}`,
        required: schema.required?.includes(name) === true,
      },
      into,
    );
  if (schema.items) collect(document, { schema: schema.items, place: `${place}[]`, required: true }, into);
  if (typeof schema.additionalProperties === 'object')
    collect(document, { schema: schema.additionalProperties, place: `${place}{}`, required: true }, into);
}

function fieldShape(schema: Schema, required: boolean, nullable: boolean): FieldShape {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const min = schema.minimum ?? schema.minLength ?? schema.minItems;
  const max = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  return {
    type: schema.type ?? 'any',
    ...(!required && { optional: true as const }),
    ...(nullable && { nullable: true as const }),
    ...(values && { enum: values }),
    ...(schema.format !== undefined && { format: schema.format }),
    ...(schema.pattern !== undefined && { pattern: schema.pattern }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

/** Writes the shape as a file with one line per field, so that its changes are readable. */
export function writeShape(shape: ApiShape): string {
  const calls = Object.entries(shape).map(([name, { scope, takes, gives, errors }]) => {
    const answers = Object.entries(gives).map(
      ([status, fields]) => `      ${JSON.stringify(status)}: ${table(fields, '      ')}`,
    );
    return [
      `  ${JSON.stringify(name)}: {`,
      `    "scope": ${JSON.stringify(scope)},`,
      `    "takes": ${table(takes, '    ')},`,
      `    "gives": {\n${answers.join(',\n')}\n    },`,
      `    "errors": ${JSON.stringify(errors)}`,
      '  }',
    ].join('\n');
  });
  return `{\n${calls.join(',\n')}\n}\n`;
}

function table(fields: object, indent: string): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `${indent}  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
