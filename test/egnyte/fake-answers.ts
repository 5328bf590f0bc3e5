import type { IncomingMessage } from 'node:http';

/** The settings of the fake Egnyte that a test can change. */
export interface EgnyteBehaviour {
  /** Calls per second and token; 0: no limit. */
  perSecond: number;
  /** Total calls per token; 0: no limit. */
  perDay: number;
  /** The two ways in which Egnyte reports too many calls. */
  throttle: 'gateway' | 'status-429';
  /** Lifetime of an access token in seconds; null: unlimited and without refresh tokens, as with older applications. */
  tokenSeconds: number | null;
  /** Whether listings contain permissions. */
  listsPermissions: boolean;
  /** The Retry-After header of a throttled response; null: its own seconds. */
  retryAfter: string | null;
  /** Whether the storage is full. */
  full: boolean;
  /** Runs before each response; null for none. */
  before: ((request: EgnyteRequest) => Promise<void>) | null;
  /** Whether every call fails as if the domain were unreachable. */
  away: boolean;
}

/** A request as received. */
export interface EgnyteRequest {
  method: string;
  /** The path as written, still encoded. */
  path: string;
  token: string;
  body: Buffer;
  url: URL;
  headers: IncomingMessage['headers'];
}

/** The response to a request. */
export type Answer = {
  status: number;
  json?: unknown;
  body?: Buffer | string;
  headers?: Record<string, string>;
};

/** The application registered at the fake Egnyte. */
export const EGNYTE_CLIENT = { id: 'f2e-test-app', secret: 'f2e-test-secret' } as const;

/** Returns settings with which a product uses the fake Egnyte on a port for every Egnyte domain. */
export function egnyteSettings(port: number): Record<string, string> {
  return {
    F2E_EGNYTE_BASE_URL: `http://127.0.0.1:${port}`,
    F2E_EGNYTE_CLIENT_ID: EGNYTE_CLIENT.id,
    F2E_EGNYTE_CLIENT_SECRET: EGNYTE_CLIENT.secret,
  };
}
