/** A JSON schema (2020-12), as far as the documents of this API use it. */
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

/** A place of the document that is written elsewhere in it. */
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

/** What a call answers with one status. */
export interface Response {
  description: string;
  headers?: Readonly<Record<string, Reference>>;
  content?: Content;
  /** The codes of errors that come with this status. */
  'x-codes'?: readonly string[];
}

/** One call. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The scope that a key needs; null: any valid key will do. */
  'x-scope': string | null;
  parameters: readonly (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, Response | Reference>>;
  /** The call in other languages, ready to be copied. */
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

/** What is said once and named where it applies. */
export interface Components {
  schemas: Readonly<Record<string, Schema>>;
  responses: Readonly<Record<string, Response>>;
  parameters: Readonly<Record<string, Parameter>>;
  headers: Readonly<Record<string, { description: string; schema: Schema }>>;
  securitySchemes: Readonly<Record<string, { type: string; scheme: string; description: string }>>;
}

/** The public API as OpenAPI 3.1 describes it: `/v1/openapi.json`. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, WebhookItem>>;
  components: Components;
  /** Every error code with its status, and what it means. */
  'x-errors': Readonly<Record<string, { status: number; detail: string }>>;
}

/** Where the examples of the document are sent to before they are served for a brand. */
export const EXAMPLE_ORIGIN = 'https://fax.example.com';
