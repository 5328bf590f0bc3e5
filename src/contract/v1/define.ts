import { z } from 'zod';

import type { CallShape } from '#contract/kit/call.ts';
import type { Scope } from './scopes.ts';

/**
 * One call of the public API, under /v1 on every brand's host. Programs make it with a key in the header
 * `Authorization: Bearer …`; cookies are never read.
 */
export interface ApiCall extends CallShape {
  readonly path: `/v1/${string}`;
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
}

/** Declares one call of the public API; keeps the literal types. */
export function defineApiCall<const C extends ApiCall>(call: C): C {
  return call;
}

/** A moment, RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();
