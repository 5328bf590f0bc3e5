import type { Database } from '#engine/database/port.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';

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
  beginSecondStep: (owner: {
    kind: 'account' | 'parent' | 'person' | 'operator';
    id: number;
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

/** The provider that a session stands on, and its own name for the login there. */
export interface SignOn {
  providerId: number;
  sid: string | null;
}
