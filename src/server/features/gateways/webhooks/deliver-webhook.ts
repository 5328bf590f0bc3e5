import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { eventIdOnWire } from '#server/features/gateways/events/events.service.ts';
import type { EventsService } from '#server/features/gateways/events/events.service.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { measure } from '#server/kit/meter.ts';

import type { ArrivedPosts } from './arrived-posts.ts';
import { insertDisabledEvent, noteFailed, noteWarned, turnOff } from './deliveries.store.ts';
import type { ClaimedDelivery } from './deliveries.store.ts';
import { postWebhook } from './post-webhook.ts';
import type { PostOutcome } from './post-webhook.ts';
import { GONE, PATIENCE_DAYS, isDelivered, waitAfter } from './retry-plan.rules.ts';
import { openSecret } from './signature.ts';
import { tellOwner } from './tell-owner.ts';

/** Dependencies of delivering. */
export interface DeliverDeps {
  database: Database;
  events: Pick<EventsService, 'publish'>;
  guard: Pick<OutboundGuard, 'request'>;
  /** keys.for('webhook-secret') */
  secretKey: Buffer;
  queueMail: QueueMail;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Time limit for a receiver; different in tests. */
  limitMs?: number;
}

/** Posts one event and records the outcome. */
export async function deliverWebhook(
  deps: DeliverDeps,
  arrived: ArrivedPosts,
  claim: ClaimedDelivery,
): Promise<void> {
  const { endpointId, url, type, data, createdAt } = claim;
  const secrets = [openSecret(deps.secretKey, endpointId, claim.secret, 'secret')];
  if (claim.oldSecret !== null)
    secrets.push(openSecret(deps.secretKey, endpointId, claim.oldSecret, 'old_secret'));
  const message = { url, id: eventIdOnWire(claim.eventId), type, data, createdAt, secrets };
  const outcome = await postWebhook(deps.guard, message, deps.limitMs);
  deps.faultPoint('after_webhook_before_commit');
  if (isDelivered(outcome.status)) {
    await arrived.note({ claim, outcome });
    measure('delivery', { channel: 'webhook', result: 'ok', lag: (Date.now() - createdAt.getTime()) / 1000 });
  } else {
    const wait = waitAfter(claim.tries + 1, Math.random(), outcome.pauseSeconds);
    await deps.database.transaction(async (tx) => await writeFailed(deps, tx, { claim, outcome, wait }));
    measure('delivery', { channel: 'webhook', result: wait === undefined ? 'failed' : 'retry' });
  }
}

async function writeFailed(
  deps: DeliverDeps,
  tx: Db,
  { claim, outcome, wait }: { claim: ClaimedDelivery; outcome: PostOutcome; wait: number | undefined },
): Promise<void> {
  const endpoint = await noteFailed(tx, claim, outcome, wait);
  if (!endpoint) return;
  const { failingDays, warned } = endpoint;
  // A response from the previous address says nothing about the present one.
  if (endpoint.url !== claim.url) return;
  if (outcome.status === GONE) await giveUp(deps, tx, claim.endpointId, 'gone');
  else if (failingDays >= PATIENCE_DAYS.off) await giveUp(deps, tx, claim.endpointId, 'failing');
  else if (failingDays >= PATIENCE_DAYS.warn && !warned) {
    await noteWarned(tx, claim.endpointId);
    await tellOwner(deps, tx, claim.endpointId, 'webhook-failing');
  }
}

async function giveUp(
  deps: DeliverDeps,
  tx: Db,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  if (!(await turnOff(tx, endpointId, reason))) return;
  await insertDisabledEvent(tx, endpointId, reason);
  const owner = await tellOwner(deps, tx, endpointId, 'webhook-off');
  await writeAudit(tx, {
    actor: { kind: 'system' },
    ...(owner?.accountId != null && { accountId: owner.accountId }),
    action: 'webhook.off',
    object: `webhook/${endpointId}`,
    detail: { reason },
  });
  logEvent(deps.log, 'webhook.off', { webhook: endpointId, reason });
}
