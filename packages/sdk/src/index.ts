import { createApi } from './api.ts';
import { Caller } from './caller.ts';
import type { ClientOptions } from './caller.ts';

export type * from './api.ts';
export type { CallOptions, ClientOptions } from './caller.ts';
export { ApiError, ConnectionError } from './errors.ts';
export type { FaxFile } from './files.ts';
export type { List, Page } from './list.ts';
export { WebhookError, verifyWebhook } from './webhooks.ts';
export type { WebhookToVerify } from './webhooks.ts';

/** The API as called with one key. */
export type FaxClient = ReturnType<typeof createApi>;

/** Creates a client; it holds no connection and needs no closing. */
export function createFaxClient(options: ClientOptions): FaxClient {
  return createApi(new Caller(options));
}
