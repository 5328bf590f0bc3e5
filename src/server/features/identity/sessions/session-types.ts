import type { Database, Db } from '#engine/database/port.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { provenLogin } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';
import type { SignOn } from '#server/kit/sign-on.ts';

import type { LoginSubject } from './session.store.ts';

/** Dependencies and settings of the service. */
export interface SessionOptions {
  database: Database;
  accessTokenKey: Buffer;
  /** Returns which brand a host belongs to, and where a brand's users log in. */
  hosts: Pick<BrandHosts, 'of' | 'homeOf'>;
  /** Returns the node that serves an account of this node: itself, unless it is drained or gone. */
  servingNode: (node: string) => string;
  idleSeconds: number;
  seconds: number;
  /** Wrong passwords after which a login has to wait. */
  failures: { most: number; seconds: number };
  /** Records where a customer logged in from, and emails them if that is new. Not called for operators. */
  tellOfLogin: (
    tx: Db,
    owner: CustomerLogin,
    from: Pick<LoginFrom, 'address' | 'userAgent'>,
  ) => Promise<void>;
  /** Called after a correct password. Returns the login that waits for a second step; null if the owner has none. */
  beginSecondStep: (owner: {
    kind: 'account' | 'parent' | 'person' | 'operator';
    id: number;
    signOn?: SignOn | undefined;
  }) => Promise<{ token: string; seconds: number } | null>;
}

/** What the browser receives: the session token (HttpOnly cookie) and the access token (readable, worthless alone). */
export interface OpenedSession {
  token: string;
  accessToken: string;
  node: string;
  seconds: number;
}

/** New cookies of a session that continues. */
export type RenewedSession = Omit<OpenedSession, 'node'>;

/** Returns the customer who logs in; undefined for an operator. */
export function customerOf({
  kind,
  id,
  personId,
}: Pick<LoginSubject, 'kind' | 'id' | 'personId'>): CustomerLogin | undefined {
  if (personId !== undefined) return { kind: 'person', id: personId };
  return kind === 'operator' ? undefined : provenLogin({ kind: kind === 'user' ? 'account' : 'parent', id });
}
