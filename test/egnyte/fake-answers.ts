import type { IncomingMessage } from 'node:http';

/** What a test can turn on the false Egnyte. */
export interface EgnyteBehaviour {
  /** Calls a second and token; 0: no limit. */
  perSecond: number;
  /** Calls a token may make in all; 0: no limit. */
  perDay: number;
  /** The two ways in which Egnyte says that there were too many. */
  throttle: 'gateway' | 'status-429';
  /** Seconds until an access token ends; null: never, and no refresh tokens, as with older applications. */
  tokenSeconds: number | null;
  /** Permissions stand in listings. */
  listsPermissions: boolean;
  /** What a throttle names in Retry-After; null: its own seconds. */
  retryAfter: string | null;
  /** No file fits any more. */
  full: boolean;
  /** Waited for before a call is answered; null for none. */
  before: ((request: EgnyteRequest) => Promise<void>) | null;
  /** Every call fails as if the domain were away. */
  away: boolean;
}

/** One request as it came. */
export interface EgnyteRequest {
  method: string;
  /** Path as it was written, still encoded. */
  path: string;
  token: string;
  body: Buffer;
  url: URL;
  headers: IncomingMessage['headers'];
}

/** Answers a request or leaves it to the next part. */
export type Answer = {
  status: number;
  json?: unknown;
  body?: Buffer | string;
  headers?: Record<string, string>;
};

/** The application that the false Egnyte knows. */
export const EGNYTE_CLIENT = { id: 'f2e-test-app', secret: 'f2e-test-secret' } as const;

/** With these a product takes the false Egnyte on a port for every domain of Egnyte. */
export function egnyteSettings(port: number): Record<string, string> {
  return {
    F2E_EGNYTE_BASE_URL: `http://127.0.0.1:${port}`,
    F2E_EGNYTE_CLIENT_ID: EGNYTE_CLIENT.id,
    F2E_EGNYTE_CLIENT_SECRET: EGNYTE_CLIENT.secret,
  };
}
