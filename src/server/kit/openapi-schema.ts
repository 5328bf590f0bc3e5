import { z } from 'zod';

import type { CallShape } from '#contract/kit/call.ts';

/** A JSON schema as zod writes it. */
export type Schema = Record<string, unknown>;

/** Returns the JSON schema of what a call accepts (`input`) or returns (`output`). */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** Returns the path of a call as OpenAPI writes it: `/v1/faxes/{id}`. */
export function pathOf({ path }: Pick<CallShape, 'path'>): string {
  return path.replace('{n}', '').replaceAll(/:(\w+)/g, '{$1}');
}

/** A parameter in the path or the query. */
export interface ParameterOf {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

/** Returns the parameters in the path; any text, unless `schemas` restricts it. */
export function pathParameters({ path }: Pick<CallShape, 'path'>, schemas: Schema = {}): ParameterOf[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: (schemas[name] as Schema | undefined) ?? { type: 'string' },
  }));
}

/** Returns the parameters of a query. */
export function queryParameters(query: z.ZodType): ParameterOf[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema,
  }));
}

/** Returns the codes of each status, in the order of the table. */
export function codesByStatus(codes: Readonly<Record<string, number>>): [status: string, codes: string[]][] {
  const byStatus = Object.groupBy(Object.entries(codes), ([, status]) => String(status));
  return Object.entries(byStatus).map(([status, entries = []]) => [status, entries.map(([code]) => code)]);
}
