import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
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

/** What webhooks stand on. */
export interface WebhookParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'keys' | 'log'>;
  services: Pick<Services, 'mail' | 'events' | 'faultPoint'>;
}

/** What posting events needs, out of the product's parts. */
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

/** Starts to post events in this process; gives back how that stops. */
export async function startWebhooks(parts: WebhookParts): Promise<() => Promise<void>> {
  const worker = await startWebhookWorker(webhooksOf(parts));
  return async () => await worker.stop();
}

/** Mounts endpoints, for programs and pages. */
export function mountWebhooks(
  app: App,
  { config, engines, hosts }: Omit<WebhookParts, 'services'> & { hosts: BrandHosts },
): void {
  const { allowPrivateHosts: allowPrivate } = config;
  const webhooks = new WebhooksService({
    database: engines.database,
    secretKey: engines.keys.for('webhook-secret'),
    guard: createOutboundGuard({ allowPrivate }),
    allowPrivate,
    ownsHost: ownsHost(config, hosts),
  });
  mountWebhooksApi(app, webhooks);
  mountWebhookPages(app, webhooks, config.timezone);
}
