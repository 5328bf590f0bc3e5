import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { DeliverDeps } from '#server/features/gateways/webhooks/deliver-webhook.ts';
import { startWebhookWorker } from '#server/features/gateways/webhooks/webhook.worker.ts';
import { mountWebhooksApi } from '#server/features/gateways/webhooks/webhooks.api.routes.ts';
import { mountWebhookPages } from '#server/features/gateways/webhooks/webhooks.routes.ts';
import { WebhooksService } from '#server/features/gateways/webhooks/webhooks.service.ts';
import type { App } from '#server/kit/mount.ts';
import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { ownsHost } from './own-hosts.ts';
import type { Services } from './services.ts';

/** Dependencies of webhooks. */
export interface WebhookParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'keys' | 'log'>;
  services: Pick<Services, 'mail' | 'events' | 'faultPoint'>;
}

/** Selects what posting events needs from the product's parts. */
export function webhooksOf({ config, engines, services }: WebhookParts): DeliverDeps {
  const { database, keys, log } = engines;
  return {
    database,
    events: services.events,
    guard: createOutboundGuard({ allowPrivate: config.allowPrivateHosts }),
    secretKey: keys.for('webhook-secret'),
    queueMail: services.mail.queueMail,
    faultPoint: services.faultPoint,
    log,
  };
}

/** Starts posting events in this process; returns the function that stops it. */
export async function startWebhooks(parts: WebhookParts): Promise<() => Promise<void>> {
  const worker = await startWebhookWorker(webhooksOf(parts));
  return async () => await worker.stop();
}

/** Creates the service with which people, programs and operators manage endpoints. */
export function webhooksServiceOf({
  config,
  engines: { database, keys },
  hosts,
  queueMail,
}: {
  config: Config;
  engines: Pick<Engines, 'database' | 'keys'>;
  hosts: BrandHosts;
  queueMail: QueueMail;
}): WebhooksService {
  const { allowPrivateHosts: allowPrivate } = config;
  return new WebhooksService({
    database,
    secretKey: keys.for('webhook-secret'),
    queueMail,
    guard: createOutboundGuard({ allowPrivate }),
    allowPrivate,
    ownsHost: ownsHost(config, hosts),
  });
}

/** Mounts the calls for endpoints, for programs and pages. */
export function mountWebhooks(
  app: App,
  { config, engines, services, hosts }: WebhookParts & { hosts: BrandHosts },
): void {
  const { queueMail } = services.mail;
  const webhooks = webhooksServiceOf({ config, engines, hosts, queueMail });
  mountWebhooksApi(app, webhooks);
  mountWebhookPages(app, webhooks, config.timezone);
}
