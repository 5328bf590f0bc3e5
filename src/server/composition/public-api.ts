import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { BrandingService } from '#server/features/brands/branding/branding.service.ts';
import { mountEvents } from '#server/features/gateways/events/events.routes.ts';
import { mountMcp } from '#server/features/gateways/public-api/mcp/mcp.routes.ts';
import { mountPublicApi } from '#server/features/gateways/public-api/public-api.routes.ts';
import { mountReference } from '#server/features/gateways/public-api/reference/reference.routes.ts';
import { mountHealthApi } from '#server/features/operations/health/health.api.routes.ts';
import type { Health } from '#server/features/operations/health/health.service.ts';
import type { Config } from '#server/config/config.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Engines } from './engines.ts';
import type { Mailbox } from './mailbox.ts';
import { mountProgramFaxes } from './program-faxes.ts';
import { mountSendsApi } from './program-sends.ts';
import type { Services } from './services.ts';

/** Dependencies of the public API. */
export interface PublicApiParts {
  config: Config;
  engines: Engines;
  services: Services;
  messages: Messages;
  hosts: BrandHosts;
  branding: BrandingService;
  access: AccessLog;
  mailbox: Mailbox;
  health: Health;
}

/** Mounts the calls under /v1 that no page uses, and the reference of all calls. */
export async function mountPrograms(app: App, parts: PublicApiParts): Promise<void> {
  const { config, engines, services, messages, hosts, branding, access, mailbox, health } = parts;
  mountPublicApi(app, { keys: services.apiKeys });
  mountHealthApi(app, health);
  mountProgramFaxes(app, { config, engines, services, messages, access, mailbox });
  await mountSendsApi(app, { config, engines, services, messages }, hosts);
  mountMcp(app, { database: engines.database });
  mountReference(app, {
    messages,
    publicPath: config.publicPath,
    titleOf: async (host) => (await branding.ofPage(host)).branding.title,
  });
  mountEvents(app, services.events);
}
