import { z } from 'zod';

import type { CallShape } from '#contract/kit/call.ts';
import type { Scope } from './scopes.ts';

/**
 * One call of the public API, under /v1 on every brand's host. Programs make it with a key in the header
 * `Authorization: Bearer …`; cookies are never read.
 */
export interface ApiCall extends CallShape {
  /** Under /v1; the calls of directories (SCIM) have their own path. */
  readonly path: `/v1/${string}` | `/scim/v2/${string}`;
  readonly access: 'key';
  /** The scope that a key needs; null: any valid key. */
  readonly scope: Scope | null;
  /**
   * What the call concerns. `account`: one fax account, which an administrator's or operator's key names in the header
   * `F2E-Account`. `accounts`: the accounts of an administrator, or all. `key`: the key itself.
   */
  readonly about: 'account' | 'accounts' | 'key';
  /** The text below the summary in the reference. */
  readonly description?: string;
  /**
   * With the header `Idempotency-Key`, a repeated call does its work only once. `send`: the fax stores the key.
   * `answer`: the response is stored with the key, and the call has `repeatErrors`.
   */
  readonly idempotent?: 'send' | 'answer';
  /** Responds with `ETag`, and with 304 if `If-None-Match` contains it. */
  readonly revalidates?: true;
  /** The requests in the reference's examples; by default they are generated from the schemas. */
  readonly example?: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** Declares one call of the public API, keeping the literal types. */
export function defineApiCall<const C extends ApiCall>(call: C): C {
  return call;
}

/** A moment, RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** A page of a list; its `next` is the query parameter `after` of the following call. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next: z.string().nullable(),
  });

/** Query parameters of a paged list. */
export const pageQuery = {
  after: z.string().max(100).optional().describe('The `next` of the answer before.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** The response for a deleted object. */
export const deleted = <Name extends string>(object: Name) =>
  z.object({ object: z.literal(object), id: z.string(), deleted: z.literal(true) });

/** Ids in a body, without duplicates. */
export const idsIn = (prefix: string, most: number) =>
  z
    .array(idIn(prefix))
    .max(most, 'TOO_MANY')
    .transform((ids) => [...new Set(ids)]);

/** An id on the wire, `fax_48211`; the number after the prefix is the row's id. */
export const idIn = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[1-9]\\d{0,14}$`, 'u'))
    .transform((id) => Number(id.slice(prefix.length + 1)));
