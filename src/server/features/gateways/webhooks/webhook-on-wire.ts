import type { EventType } from '#contract/v1/event-types.ts';
import { eventIdOnWire } from '#server/features/gateways/events/events.service.ts';

import type { LoggedAttempt, LoggedDelivery } from './delivery-log.store.ts';
import type { Endpoint } from './endpoints.store.ts';

type WireFault = 'host_not_allowed' | 'host_unknown' | 'unreachable' | 'timeout';

/** Returns the id of an endpoint as programs and operators see it. */
export function webhookIdOnWire(id: string): string {
  return `whk_${id}`;
}

/** Returns an endpoint in the wire's form. */
export function webhookOnWire({ id, url, description, events, active, ...rest }: Endpoint) {
  const working = rest.failingSince === null ? ('on' as const) : ('failing' as const);
  return {
    object: 'webhook' as const,
    id: webhookIdOnWire(id),
    url,
    description,
    events: events as EventType[],
    status: active ? working : ('off' as const),
    off_reason: rest.offReason,
    failing_since: rest.failingSince && rest.failingSince.toISOString(),
    created_at: rest.createdAt.toISOString(),
  };
}

/** Returns an attempt in the wire's form. */
export function attemptOnWire({ at, status, ms, fault }: LoggedAttempt) {
  return {
    at: at.toISOString(),
    status,
    duration_ms: ms,
    error: fault === '' ? null : (fault.toLowerCase() as WireFault),
  };
}

/** Returns a delivery in the wire's form. */
export function deliveryOnWire(delivery: LoggedDelivery) {
  return {
    object: 'delivery' as const,
    id: `whd_${delivery.id}`,
    webhook: webhookIdOnWire(delivery.endpointId),
    event: eventIdOnWire(delivery.eventId),
    type: delivery.type as EventType,
    status: delivery.state,
    attempts: delivery.attempts,
    last_attempt: delivery.last && attemptOnWire(delivery.last),
    next_attempt_at: delivery.state === 'queued' ? delivery.nextAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
  };
}

/** Returns what was posted. */
export function payloadOnWire({ type, eventAt, data }: Pick<LoggedDelivery, 'type' | 'eventAt' | 'data'>) {
  return { type, timestamp: eventAt.toISOString(), data };
}
