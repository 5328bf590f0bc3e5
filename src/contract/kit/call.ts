import type { z } from 'zod';

import type { Right } from './roles.ts';

/**
 * Who may make a call of the web client: anybody, a fax account, a multifax administrator, either of the two (spec
 * http-api 0.3), or an operator of the installation.
 */
export type Access = 'guest' | 'user' | 'multifax' | 'any' | 'operator';

/** The form of a successful response: JSON, a file to view or download, or a server-sent event stream. */
export type ReplyKind = 'json' | 'file' | 'events';

/** Everything about one call of the wire except who may make it; route validation, typed client and OpenAPI use it. */
export interface CallShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path after the public path. `{n}` is the node segment with its slash, or nothing (spec http-api 0.1). */
  readonly path: string;
  readonly summary: string;
  /** The client makes the call automatically; it does not extend the session (spec http-api 0.3). */
  readonly background?: true;
  /** The call itself authenticates the caller (login calls), so it needs no session's Origin. */
  readonly login?: true;
  /** Browsers arrive here from another site's page: a consent provider sends them back. */
  readonly comesFromElsewhere?: true;
  /** The variable parts of the path (`:name`). */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is multipart/form-data and is read as a stream by the route. */
  readonly multipart?: true;
  /** The handler itself responds to texts that the database cannot store, for each line, field or object. */
  readonly anyText?: true;
  /** Maximum size of a JSON body in bytes if the usual 1 MiB is too little (spec http-api 0.4). */
  readonly bodyLimit?: number;
  /** Its statements may take longer than the usual five seconds: it reads or writes thousands of rows. */
  readonly takesLong?: true;
  readonly replyKind?: ReplyKind;
  readonly reply: z.ZodType;
  /** The HTTP status of success; 200 by default. 204 has no body. */
  readonly status?: 201 | 202 | 204;
  /** The response may not fit into memory: the handler may write it to the reply itself, in the form of `reply`. */
  readonly streamed?: true;
  /** Error code → HTTP status, for the errors of this call only; the common ones are in kit/errors.ts. */
  readonly errors?: Readonly<Record<string, number>>;
  /** Errors repeat their code in `key_message`, where old clients look for it (spec http-api 5.1, 6.3). */
  readonly keyMessages?: true;
}

/** A call of the web client. */
export interface Call extends CallShape {
  readonly access: Access;
  /**
   * What the caller's role must allow. Without it, only the owner, the administrator, or operators with full rights may
   * make the call (spec http-api 12.39).
   */
  readonly right?: Right;
}

/** Declares one call; keeps the literal types so that a wrong field name fails to compile on client and server. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

export type ParamsOf<C extends CallShape> = C['params'] extends z.ZodType ? z.output<C['params']> : undefined;
export type QueryOf<C extends CallShape> = C['query'] extends z.ZodType ? z.output<C['query']> : undefined;
export type BodyOf<C extends CallShape> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined;
/** Types of a client's input: before defaults and coercions. */
export type BodyIn<C extends CallShape> = C['body'] extends z.ZodType ? z.input<C['body']> : undefined;
export type QueryIn<C extends CallShape> = C['query'] extends z.ZodType ? z.input<C['query']> : undefined;
export type ReplyOf<C extends CallShape> = z.output<C['reply']>;

/**
 * Returns whether the call needs the header X-Access-Token (spec http-api 0.3): every db/* and rrad/* call and
 * checkAuthToken, and every faxui call that changes something. Plain GETs under faxui/ are also made by <img>, which
 * cannot send headers.
 */
export function needsToken(call: Pick<Call, 'method' | 'path' | 'access'>): boolean {
  if (call.access === 'guest') return false;
  return call.method !== 'GET' || !call.path.startsWith('/api/faxui/');
}

/** Returns the path of a call for a node: with `{n}` filled in (`n1/`), or omitted for any node. */
export function pathFor(call: Pick<Call, 'path'>, node?: string): string {
  return call.path.replace('{n}', node ? `${node}/` : '');
}
