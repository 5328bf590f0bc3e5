/** A JSON schema (2020-12), as far as this API's documents use it. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  description?: string;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** A reference to another place in the document. */
export interface Reference {
  $ref: string;
}

/** A parameter of a call. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

/** Bodies by their media type. */
export type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;

/** The response of a call with one status. */
export interface Response {
  description: string;
  headers?: Readonly<Record<string, Reference>>;
  content?: Content;
  /** The error codes that come with this status. */
  'x-codes'?: readonly string[];
}

/** One call. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The scope that a key needs; null: any valid key. */
  'x-scope': string | null;
  parameters: readonly (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, Response | Reference>>;
  /** The call in several programming languages, ready to copy. */
  'x-codeSamples': readonly { lang: string; label: string; source: string }[];
}

/** One type of event as it is posted to a webhook. */
export interface WebhookItem {
  post: {
    operationId: string;
    summary: string;
    parameters: readonly Reference[];
    requestBody: { required: true; content: Content };
    responses: Readonly<Record<string, { description: string }>>;
  };
}

/** The parts that are defined once and referenced. */
export interface Components {
  schemas: Readonly<Record<string, Schema>>;
  responses: Readonly<Record<string, Response>>;
  parameters: Readonly<Record<string, Parameter>>;
  headers: Readonly<Record<string, { description: string; schema: Schema }>>;
  securitySchemes: Readonly<Record<string, { type: string; scheme: string; description: string }>>;
}

/** The OpenAPI 3.1 description of the public API: `/v1/openapi.json`. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, WebhookItem>>;
  components: Components;
  /** Every error code with its status and meaning. */
  'x-errors': Readonly<Record<string, { status: number; detail: string }>>;
}

/** The origin in the document's examples, until a brand's own replaces it. */
export const EXAMPLE_ORIGIN = 'https://fax.example.com';
