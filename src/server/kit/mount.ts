import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { BodyOf, Call, ParamsOf, QueryOf } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import type { ApiCall } from '#contract/v1/define.ts';

import { actingWithKey } from './acting-key.ts';
import { actingAs } from './acting-operator.ts';
import { actingPersonally } from './acting-person.ts';
import { AppError } from './app-error.ts';
import type { AccountKeyCaller, KeyCaller } from './key-caller.ts';
import type { AnyCaller, Caller, OperatorCaller, AdministratorCaller } from './scope.ts';
import { onceByKey } from './repeated-call.ts';
import type { TakeKey } from './repeated-call.ts';
import { unstorableField } from './storable-text.ts';

/** A call of the web client, or of the public API. */
export type AnyCall = Call | ApiCall;

/** The HTTP application that features mount their calls on. */
export type App = FastifyInstance;

/** The type of caller that the gate admits for this call: sessions of these kinds, or keys. */
type CallerOf<C extends AnyCall> = C['access'] extends 'user'
  ? Caller
  : C['access'] extends 'multifax'
    ? AdministratorCaller
    : C['access'] extends 'any'
      ? AnyCaller
      : C['access'] extends 'operator'
        ? OperatorCaller
        : C['access'] extends 'key'
          ? C extends { about: 'account' }
            ? AccountKeyCaller
            : KeyCaller
          : undefined;

/** The input of a handler: the validated query and body, the caller, and raw HTTP. */
export interface CallInput<C extends AnyCall> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  caller: CallerOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns the reply of a call, before the contract checks it; calls that answer with files, events or a stream write to
 * `reply`.
 */
export type Handler<C extends AnyCall> = (
  input: CallInput<C>,
) => Promise<z.input<C['reply']> | (C['streamed'] extends true ? FastifyReply : never)>;

/** The reply to a successful change. */
export const done = { success: true } as const;

/** Returns the reply to a successful change that returns data. */
export function doneWith<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data };
}

/**
 * Mounts one call of the contract: validates query and body, lets the gate check the session (by `config.call`), and
 * passes on only the fields of the contract's reply, so that nothing else can leak (spec http-api 0.4).
 */
export function mount<C extends AnyCall>(app: App, call: C, handler: Handler<C>): void {
  app.route({
    method: call.method,
    url: pathFor(call),
    config: { call },
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    handler: async (request, reply) => {
      const input: CallInput<C> = {
        params: found(call.params, request.params) as ParamsOf<C>,
        query: validated(call, call.query, request.query) as QueryOf<C>,
        body: call.multipart ? (undefined as BodyOf<C>) : parseBody(call, request.body),
        caller: request.caller as CallInput<C>['caller'],
        request,
        reply,
      };
      if (call.status !== undefined) reply.code(call.status);
      if (call.access === 'key' && call.idempotent === 'answer')
        return await onceByKey(
          call,
          input as CallInput<ApiCall>,
          async (takeKey) =>
            call.reply.parse(await asWho(request, async () => await handler(input), takeKey)) as object,
        );
      const answer = await asWho(request, async () => await handler(input));
      if (call.replyKind === 'file' || call.replyKind === 'events') return answer;
      // An awaited reply resolves to undefined, so the reply itself shows whether it was written.
      if (call.streamed === true && reply.sent) return reply;
      return call.reply.parse(answer);
    },
  });
}

/** Parses a body by the contract, including one that a handler read itself. Throws VALIDATION. */
export function parseBody<C extends AnyCall>(call: C, body: unknown): BodyOf<C> {
  return storable(call, validated(call, call.body, body)) as BodyOf<C>;
}

/**
 * Runs a call under the name or key of the operator, program or person who makes it, so that every service audits it as
 * theirs.
 */
async function asWho<T>({ caller }: FastifyRequest, work: () => Promise<T>, takeKey?: TakeKey): Promise<T> {
  if (caller && 'keyId' in caller) return await actingWithKey({ ...caller, takeKey }, work);
  if (caller && 'person' in caller && caller.person) return await actingPersonally(caller.person, work);
  if (!caller || !('operatorId' in caller)) return await work();
  return await actingAs({ id: caller.operatorId, address: caller.address }, work);
}

/** Parses input by the contract; the error names the first fault of each field by its code. */
function validated({ access }: AnyCall, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const { path, message } = issue;
    // Pages show one message per input; programs are told which of several values is wrong.
    const name = access === 'key' ? path.map(String).join('/') : String(path[0] ?? '');
    if (issue.code === 'unrecognized_keys' && access === 'key')
      // A few are enough to find the mistake.
      for (const key of issue.keys.slice(0, 20)) fields[[...path.map(String), key].join('/')] ??= 'UNKNOWN';
    else if (name) fields[name] ??= /^[A-Z][A-Z_]+$/.test(message) ? message : 'INVALID';
  }
  throw new AppError('VALIDATION', { fields });
}

/** Parses the parts of a path. Throws NOT_FOUND if one is invalid, because no such address exists. */
function found(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw new AppError('NOT_FOUND');
  return parsed?.data;
}

/**
 * Refuses a body with a text that the database cannot hold (A-QUERY-05). Queries only read: there the database's own
 * error leads to the same response (respond-error).
 */
function storable(call: AnyCall, body: unknown): unknown {
  const field = call.anyText ? null : unstorableField(body);
  if (field === null) return body;
  throw new AppError('VALIDATION', field ? { fields: { [field]: 'CONTROL_CHARACTER' } } : {});
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's call that this route serves; the gate and the tests read it. */
    call?: AnyCall;
  }
  interface FastifyRequest {
    /** The caller, set by the gate for every call that needs a session or a key. */
    caller: AnyCaller | OperatorCaller | KeyCaller | AccountKeyCaller | undefined;
  }
}
