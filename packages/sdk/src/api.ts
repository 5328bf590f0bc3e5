// Made from src/contract/v1 by `npm run generate`.

import type { CallOptions, Caller } from './caller.ts';

export type Scope =
  | 'faxes:read'
  | 'faxes:send'
  | 'contacts:read'
  | 'contacts:write'
  | 'numbers:read'
  | 'usage:read'
  | 'audit:read'
  | 'webhooks:manage'
  | 'keys:manage'
  | 'accounts:manage';

export type EventType =
  | 'fax.received'
  | 'fax.queued'
  | 'fax.delivered'
  | 'fax.failed'
  | 'fax.uncertain'
  | 'fax.cancelled'
  | 'delivery.failed'
  | 'account.created'
  | 'account.closed'
  | 'webhook.disabled'
  | 'webhook.test';

export type FaxStatus =
  | 'scheduled'
  | 'queued'
  | 'converting'
  | 'sending'
  | 'waiting'
  | 'delivered'
  | 'failed'
  | 'cancelled'
  | 'uncertain'
  | 'received';

export interface ApiKey {
  object: 'key';
  id: string;
  name: string;
  mode: 'live' | 'test';
  owner: 'account' | 'administrator' | 'operator';
  scopes: Scope[];
  expires_at: string | null;
}

export interface ApiEvent {
  object: 'event';
  /** The same in the header `webhook-id` of every delivery: programs know repeats by it. */
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
}

export interface Webhook {
  object: 'webhook';
  id: string;
  url: string;
  description: string;
  events: EventType[];
  status: 'on' | 'failing' | 'off';
  /** `gone`: it answered 410. `failing`: nothing got through for five days. */
  off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failing_since: string | null;
  created_at: string;
}

export interface Delivery {
  object: 'delivery';
  id: string;
  webhook: string;
  event: string;
  type: EventType;
  status: 'queued' | 'delivered' | 'failed';
  attempts: number;
  last_attempt: {
    at: string;
    /** HTTP status; null where nothing answered. */
    status: number | null;
    duration_ms: number;
    error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
  } | null;
  next_attempt_at: string | null;
  created_at: string;
}

export interface Recovery {
  object: 'recovery';
  events: number;
  dry_run: boolean;
}

export interface Fax {
  object: 'fax';
  /** The fax, for `GET /v1/faxes/{id}`. */
  id: string;
  account: string;
  direction?: 'inbound';
  status?: 'received';
  /** Null while the file is being converted. */
  pages?: number | null;
}

export interface Account {
  object: 'account';
  id: string;
  status: 'pending' | 'active' | 'suspended' | 'closed';
}

/** What is posted to a webhook. */
export type WebhookEvent =
  | { type: 'fax.received'; timestamp: string; data: Fax }
  | {
      type: 'fax.queued';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'queued';
        /** Null while the file is being converted. */
        pages?: number | null;
      };
    }
  | {
      type: 'fax.delivered';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'delivered';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'fax.failed';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'failed';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
        error_code?: string | null;
      };
    }
  | {
      type: 'fax.uncertain';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'uncertain';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'fax.cancelled';
      timestamp: string;
      data: {
        object: 'fax';
        /** The fax, for `GET /v1/faxes/{id}`. */
        id: string;
        account: string;
        direction?: 'outbound';
        status?: 'cancelled';
        /** Null while the file is being converted. */
        pages?: number | null;
        /** Pages that the other machine has confirmed. */
        pages_confirmed?: number;
      };
    }
  | {
      type: 'delivery.failed';
      timestamp: string;
      data: {
        object: 'delivery';
        channel: 'email' | 'sftp' | 'egnyte';
        /** Null where the whole storage does not work. */
        fax: string | null;
        account: string;
        reason?: string | null;
      };
    }
  | { type: 'account.created'; timestamp: string; data: Account }
  | { type: 'account.closed'; timestamp: string; data: Account }
  | {
      type: 'webhook.disabled';
      timestamp: string;
      data: {
        object: 'webhook';
        id: string;
        reason: 'gone' | 'failing' | 'operator';
      };
    }
  | {
      type: 'webhook.test';
      timestamp: string;
      data: {
        object: 'webhook';
        id: string;
      };
    };

/** Every call of the API. */
export const createApi = (call: Caller) => ({
  key: {
    /** The key that makes this call */
    current: (options?: CallOptions) => call.json<ApiKey>({ method: 'GET', path: '/v1/key', options }),
  },
  events: {
    /** What happened, oldest first. Events are kept for 30 days. Ask again with `after` set to the `next` of the last answer: nothing is missed or repeated. Administrators get the events of their accounts, and those about faxes where the product lets them look into mailboxes. Events are written from the moment on that the account has a key or a webhook. */
    list: (
      input?: {
        /** Only events of this type. */
        type?: EventType;
        /** The `next` of the answer before. */
        after?: string;
        limit?: number;
      },
      options?: CallOptions,
    ) => call.list<ApiEvent>({ method: 'GET', path: '/v1/events', query: input, options }),
    /** Types of events, with examples */
    types: (options?: CallOptions) =>
      call.list<{
        type: EventType;
        description: string;
        /** What `data` is like. */
        sample: Record<string, unknown>;
      }>({ method: 'GET', path: '/v1/events/types', options }),
  },
  webhooks: {
    /** Webhook endpoints */
    list: (options?: CallOptions) => call.list<Webhook>({ method: 'GET', path: '/v1/webhooks', options }),
    /** Add an endpoint. We post events to it, signed the Standard Webhooks way. https only; addresses of private networks are refused. At most 10 endpoints. */
    create: (
      input: {
        url: string;
        /** Types of events that are posted; empty for all, also those that we add later. */
        events?: EventType[];
        description?: string;
      },
      options?: CallOptions,
    ) =>
      call.json<{
        object: 'webhook';
        id: string;
        url: string;
        description: string;
        events: EventType[];
        status: 'on' | 'failing' | 'off';
        /** `gone`: it answered 410. `failing`: nothing got through for five days. */
        off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
        failing_since: string | null;
        created_at: string;
        /** Signs every delivery (Standard Webhooks). Shown only here. */
        secret: string;
      }>({ method: 'POST', path: '/v1/webhooks', body: input, options }),
    /** One endpoint */
    get: (id: string, options?: CallOptions) =>
      call.json<Webhook>({ method: 'GET', path: `/v1/webhooks/${encodeURIComponent(id)}`, options }),
    /** Change an endpoint. Turning it off fails what waits for it; `recover` sends that again once it is on. */
    update: (
      id: string,
      input?: {
        url?: string;
        /** Types of events that are posted; empty for all, also those that we add later. */
        events?: EventType[];
        description?: string;
        /** Whether events are posted. */
        active?: boolean;
      },
      options?: CallOptions,
    ) =>
      call.json<Webhook>({
        method: 'PATCH',
        path: `/v1/webhooks/${encodeURIComponent(id)}`,
        body: input,
        options,
      }),
    /** Delete an endpoint and its log */
    delete: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'webhook';
        id: string;
        deleted: true;
      }>({ method: 'DELETE', path: `/v1/webhooks/${encodeURIComponent(id)}`, options }),
    /** Send a test event. Queues a `webhook.test`; read the delivery to see how it went. */
    test: (id: string, options?: CallOptions) =>
      call.json<Delivery>({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/test`, options }),
    /** Make a new signing secret. For 24 hours deliveries carry two signatures, so that receivers may hold either secret. */
    rotateSecret: (id: string, options?: CallOptions) =>
      call.json<{
        object: 'webhook';
        id: string;
        url: string;
        description: string;
        events: EventType[];
        status: 'on' | 'failing' | 'off';
        /** `gone`: it answered 410. `failing`: nothing got through for five days. */
        off_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
        failing_since: string | null;
        created_at: string;
        /** Signs every delivery (Standard Webhooks). Shown only here. */
        secret: string;
        old_secret_until: string;
      }>({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/rotate-secret`, options }),
    /** Deliveries of an endpoint, newest first. Kept for 30 days. Of the receiver’s answer we keep status and time, never its text. */
    deliveries: (
      id: string,
      input?: {
        status?: 'queued' | 'delivered' | 'failed';
        /** The `next` of the answer before. */
        after?: string;
        limit?: number;
      },
      options?: CallOptions,
    ) =>
      call.list<Delivery>({
        method: 'GET',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
        query: input,
        options,
      }),
    /** One delivery with all its attempts */
    delivery: (id: string, delivery: string, options?: CallOptions) =>
      call.json<{
        object: 'delivery';
        id: string;
        webhook: string;
        event: string;
        type: EventType;
        status: 'queued' | 'delivered' | 'failed';
        attempts: number;
        last_attempt: {
          at: string;
          /** HTTP status; null where nothing answered. */
          status: number | null;
          duration_ms: number;
          error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
        } | null;
        next_attempt_at: string | null;
        created_at: string;
        all_attempts: {
          at: string;
          /** HTTP status; null where nothing answered. */
          status: number | null;
          duration_ms: number;
          error: 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout' | null;
        }[];
        payload: {
          type: string;
          timestamp: string;
          data: Record<string, unknown>;
        };
      }>({
        method: 'GET',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}`,
        options,
      }),
    /** Post an event again now. Whatever became of it; the id of the event stays the same. */
    resendDelivery: (id: string, delivery: string, options?: CallOptions) =>
      call.json<Delivery>({
        method: 'POST',
        path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/resend`,
        options,
      }),
    /** Post what did not arrive since a moment. Queues every event since then that the endpoint should have got and has not: deliveries that failed, and events of the time when it was off. */
    recover: (
      id: string,
      input: {
        since: string;
        /** Only counts. */
        dry_run?: boolean;
      },
      options?: CallOptions,
    ) =>
      call.json<Recovery>({
        method: 'POST',
        path: `/v1/webhooks/${encodeURIComponent(id)}/recover`,
        body: input,
        options,
      }),
  },
});
