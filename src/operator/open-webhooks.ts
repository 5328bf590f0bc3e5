import { webhooksServiceOf } from '#server/composition/webhooks.ts';
import { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import { isOpenOwner, ownerOfWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import type { WebhookActor } from '#server/features/gateways/webhooks/webhook-acts.ts';
import type { WebhooksService } from '#server/features/gateways/webhooks/webhooks.service.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';

import type { Installation } from './installation.ts';
import { CommandRefusal } from './refusal.ts';

/** The address in audit rows of commands, which have none because they do not come over a network. */
const NO_ADDRESS = '';

/** Opens the webhooks for a command; needs the master key, which seals their secrets. */
export async function openWebhooks({ config, database, mail }: Installation): Promise<WebhooksService> {
  const opened = await database();
  const keys = await openInstallationKeys(opened, config.masterKeyFile);
  const { publicOrigin, publicOriginSet } = config;
  const hosts = new BrandHosts({ db: opened.db, publicOrigin, publicOriginSet });
  const { queueMail } = await mail();
  return webhooksServiceOf({ config, engines: { database: opened, keys }, hosts, queueMail });
}

/**
 * Returns an actor for an operator who acts for the owner; the audit names the operator. Refuses owners that cannot
 * have endpoints.
 */
export async function operatorFor(
  { database }: Installation,
  owner: WebhookActor['owner'],
): Promise<WebhookActor> {
  if (!(await isOpenOwner((await database()).db, owner)))
    throw new CommandRefusal(
      owner.kind === 'account'
        ? `There is no open account ${owner.id}.`
        : `There is no administrator ${owner.id}.`,
    );
  return { owner, address: NO_ADDRESS, byOperator: true };
}

/** Like `operatorFor`, for the owner of an endpoint. Refuses if there is no such endpoint. */
export async function operatorOf({ database }: Installation, id: string): Promise<WebhookActor> {
  const owner = await ownerOfWebhook((await database()).db, id);
  if (!owner) throw new CommandRefusal(`There is no webhook whk_${id}.`);
  return { owner, address: NO_ADDRESS, byOperator: true };
}
