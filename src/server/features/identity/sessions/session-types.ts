import type { Database, Db } from '#engine/database/port.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { provenLogin } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';
import type { SignOn } from '#server/kit/sign-on.ts';

import type { LoginSubject } from './session.store.ts';

/** What the service needs. */
export interface SessionOptions {
  database: Database;
  accessTokenKey: Buffer;
  /** Which brand is at home on a host, and where a brand's people log in. */
  hosts: Pick<BrandHosts, 'of' | 'homeOf'>;
  /** The node that serves an account of this one: itself, unless it is drained or gone. */
  servingNode: (node: string) => string;
  idleSeconds: number;
  seconds: number;
  /** Wrong passwords after which a login has to wait. */
  failures: { most: number; seconds: number };
  /** After a right password: what waits for a second step, or null where the owner wants none. */
  /** Records where a customer logged in from, and emails them if that is new. Not called for operators. */
  tellOfLogin: (
    tx: Db,
    owner: CustomerLogin,
    from: Pick<LoginFrom, 'address' | 'userAgent'>,
  ) => Promise<void>;
  beginSecondStep: (owner: {
    kind: 'account' | 'parent' | 'person' | 'operator';
    id: number;
    signOn?: SignOn | undefined;
  }) => Promise<{ token: string; seconds: number } | null>;
}

/** What the browser is given: the session token (HttpOnly cookie) and the access token (readable, worthless alone). */
export interface OpenedSession {
  token: string;
  accessToken: string;
  node: string;
  seconds: number;
}

/** Fresh cookies of a session that goes on. */
export type RenewedSession = Omit<OpenedSession, 'node'>;

/** The customer who logs in; undefined for an operator. */
export function customerOf({
  kind,
  id,
  personId,
}: Pick<LoginSubject, 'kind' | 'id' | 'personId'>): CustomerLogin | undefined {
  if (personId !== undefined) return { kind: 'person', id: personId };
  return kind === 'operator' ? undefined : provenLogin({ kind: kind === 'user' ? 'account' : 'parent', id });
}
