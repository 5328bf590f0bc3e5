import { z } from 'zod';

import type { CallShape } from '#contract/kit/call.ts';
import type { Scope } from './scopes.ts';

/**
 * One call of the public API, under /v1 on every brand's host. Programs make it with a key in the header
 * `Authorization: Bearer …`; cookies are never read.
 */
export interface ApiCall extends CallShape {
  /** Under /v1; the calls of directories (SCIM) are under a path of their own. */
  readonly path: `/v1/${string}` | `/scim/v2/${string}`;
  readonly access: 'key';
  /** The right that a key needs; null: any valid key will do. */
  readonly scope: Scope | null;
  /**
   * What the call is about. `account`: one fax account, which an administrator's or operator's key names in the header
   * `F2E-Account`. `accounts`: the accounts of an administrator, or all. `key`: the key itself.
   */
  readonly about: 'account' | 'accounts' | 'key';
  /** What the reference says below the summary. */
  readonly description?: string;
  /**
   * The header `Idempotency-Key` makes sure that a repeated call does its work once. `send`: the fax keeps the key.
   * `answer`: the answer is kept with the key, and the call has `repeatErrors`.
   */
  readonly idempotent?: 'send' | 'answer';
  /** It answers with `ETag`, and with 304 where `If-None-Match` names it. */
  readonly revalidates?: true;
  /** What the examples of the reference send; without it they are made from the schemas. */
  readonly example?: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** Declares one call of the public API; keeps the literal types. */
export function defineApiCall<const C extends ApiCall>(call: C): C {
  return call;
}

/** A moment, RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** A page of a list; `next` goes into the query parameter `after` of the following call. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next: z.string().nullable(),
  });

/** Query parameters of a list in pages. */
export const pageQuery = {
  after: z.string().max(100).optional().describe('The `next` of the answer before.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** What is left of an object that was deleted. */
export const deleted = <Name extends string>(object: Name) =>
  z.object({ object: z.literal(object), id: z.string(), deleted: z.literal(true) });

/** Ids in a body, each counted once. */
export const idsIn = (prefix: string, most: number) =>
  z
    .array(idIn(prefix))
    .max(most, 'TOO_MANY')
    .transform((ids) => [...new Set(ids)]);

/** An id as it stands on the wire, `fax_48211`; the number behind the prefix is what a row has. */
export const idIn = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[1-9]\\d{0,14}$`, 'u'))
    .transform((id) => Number(id.slice(prefix.length + 1)));
