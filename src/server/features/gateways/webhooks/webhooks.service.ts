import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#contract/v1/webhooks.ts';
import type { Database, Db } from '#engine/database/port.ts';

import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { columnsOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import { turnOff } from './deliveries.store.ts';
import {
  countMissed,
  findLogged,
  hurry,
  insertTest,
  listAttempts,
  listLog,
  readHealth,
  recoverMissed,
  requeue,
} from './delivery-log.store.ts';
import type { EndpointHealth, LogPage, LoggedAttempt, LoggedDelivery } from './delivery-log.store.ts';
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  isHipaa,
  isStoppedHost,
  listEndpoints,
  lockEndpoints,
  lockSecret,
  saveSecrets,
  turnOn,
  updateEndpoint,
} from './endpoints.store.ts';
import type { Endpoint } from './endpoints.store.ts';
import { newEndpointId, newSecret, readSecret, sealSecret } from './signature.ts';
import { tellOwner } from './tell-owner.ts';
import { audit, countTry, found } from './webhook-acts.ts';
import type { EndpointForm, WebhookActor } from './webhook-acts.ts';
import { checkedAddress } from './webhook-address.ts';
import type { AddressRules } from './webhook-address.ts';

/** Dependencies of the service. */
export interface WebhookDeps extends AddressRules {
  database: Database;
  /** keys.for('webhook-secret') */
  secretKey: Buffer;
  queueMail: QueueMail;
}

/** Endpoints of an account or administrator, and what was posted to them; for programs and pages alike. */
export class WebhooksService {
  readonly #deps: WebhookDeps;

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  async list(owner: Owner): Promise<Endpoint[]> {
    return await listEndpoints(this.#deps.database.db, owner);
  }

  /** Returns the endpoints with their health in the last 24 hours. */
  async listWithHealth(owner: Owner): Promise<(Endpoint & { health: EndpointHealth })[]> {
    const endpoints = await this.list(owner);
    const healths = await readHealth(
      this.#deps.database.db,
      endpoints.map(({ id }) => id),
    );
    return endpoints.flatMap((one) =>
      healths.filter(({ endpointId }) => endpointId === one.id).map((health) => ({ ...one, health })),
    );
  }

  /** Returns whether the owner's events contain only ids, because the account handles health records. */
  async tellsIdsOnly(owner: Owner): Promise<boolean> {
    return await isHipaa(this.#deps.database.db, owner);
  }

  /** Throws NOT_FOUND for other owners' endpoints. */
  async find(owner: Owner, id: string): Promise<Endpoint> {
    return found(await findEndpoint(this.#deps.database.db, owner, id));
  }

  /** Adds an endpoint; only this returns its secret. Throws WEBHOOK_LIMIT, WEBHOOK_STOPPED, and address errors. */
  async add(
    actor: WebhookActor,
    form: EndpointForm & { url: string },
  ): Promise<Endpoint & { secret: string }> {
    const { owner } = actor;
    await countTry(this.#deps.database.db, owner);
    const address = await checkedAddress(this.#deps, form.url);
    const id = newEndpointId();
    const secret = newSecret();
    return await this.#deps.database.transaction(async (tx) => {
      await lockEndpoints(tx, owner);
      if ((await listEndpoints(tx, owner)).length >= MAX_WEBHOOKS) throw new AppError('WEBHOOK_LIMIT');
      if (await isStoppedHost(tx, owner, address.host)) throw new AppError('WEBHOOK_STOPPED');
      await insertEndpoint(tx, {
        ...columnsOf(owner),
        ...address,
        id,
        description: form.description ?? '',
        events: form.events ?? [],
        secret: sealSecret(this.#deps.secretKey, id, secret, 'secret'),
      });
      await audit(tx, actor, 'webhook.add', id, { host: address.host, events: form.events ?? [] });
      await tellOwner(this.#deps, tx, id, 'webhook-changed');
      return { ...found(await findEndpoint(tx, owner, id)), secret };
    });
  }

  /**
   * Changes the given fields. Throws NOT_FOUND, WEBHOOK_STOPPED when turning on an endpoint that an operator turned
   * off, and the errors of a new address.
   */
  async change(actor: WebhookActor, id: string, { url, active, ...form }: EndpointForm): Promise<Endpoint> {
    const { owner } = actor;
    const before = await this.find(owner, id);
    const isNew = url !== undefined && url !== before.url;
    if (isNew) await countTry(this.#deps.database.db, owner);
    const address = isNew ? await checkedAddress(this.#deps, url) : undefined;
    return await this.#deps.database.transaction(async (tx) => {
      await lockEndpoints(tx, owner);
      // The stopped endpoint itself is off: its address may be corrected and put back.
      if (address && before.offReason !== 'operator' && (await isStoppedHost(tx, owner, address.host)))
        throw new AppError('WEBHOOK_STOPPED');
      if (!(await updateEndpoint(tx, owner, id, { ...form, ...address }))) throw new AppError('NOT_FOUND');
      if (active === false) await turnOff(tx, id, 'owner');
      if (active === true) {
        if ((await findEndpoint(tx, owner, id))?.offReason === 'operator')
          throw new AppError('WEBHOOK_STOPPED');
        await turnOn(tx, owner, id);
      }
      // Only the host: the paths of such addresses are often secret.
      const host = address && { host: address.host };
      const detail = { ...form, ...host, ...(active !== undefined && { active }) };
      await audit(tx, actor, 'webhook.change', id, detail);
      if (isNew) await tellOwner(this.#deps, tx, id, 'webhook-changed');
      return found(await findEndpoint(tx, owner, id));
    });
  }

  /** Removes an endpoint with its log; events stay in the list of events. Throws WEBHOOK_STOPPED, and NOT_FOUND. */
  async remove(actor: WebhookActor, id: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const endpoint = await findEndpoint(tx, actor.owner, id);
      if (endpoint?.offReason === 'operator' && !actor.byOperator) throw new AppError('WEBHOOK_STOPPED');
      if (!(await deleteEndpoint(tx, actor.owner, id))) throw new AppError('NOT_FOUND');
      await audit(tx, actor, 'webhook.remove', id);
    });
  }

  /** Creates a new secret; the previous one also signs for a day. An even older one stops at once. */
  async rotate(actor: WebhookActor, id: string): Promise<Endpoint & { secret: string; oldUntil: Date }> {
    const { secretKey } = this.#deps;
    const secret = newSecret();
    return await this.#deps.database.transaction(async (tx) => {
      const sealed = found(await lockSecret(tx, actor.owner, id));
      const before = readSecret(secretKey, id, sealed, 'secret');
      const oldUntil = await saveSecrets(tx, id, {
        secret: sealSecret(secretKey, id, secret, 'secret'),
        // A secret that was sealed with a lost key cannot sign anymore.
        oldSecret: before && sealSecret(secretKey, id, before, 'old_secret'),
        hours: SECRET_OVERLAP_HOURS,
      });
      await audit(tx, actor, 'webhook.rotate-secret', id);
      return { ...found(await findEndpoint(tx, actor.owner, id)), secret, oldUntil };
    });
  }

  /** Queues a test event. Throws WEBHOOK_OFF. */
  async test(actor: WebhookActor, id: string): Promise<LoggedDelivery> {
    return await this.#post(actor, id, 'webhook.test', async (tx) => await insertTest(tx, id));
  }

  /** Posts an event again, whatever its outcome was. Throws WEBHOOK_OFF, and NOT_FOUND. */
  async resend(actor: WebhookActor, id: string, deliveryId: number): Promise<LoggedDelivery> {
    return await this.#post(actor, id, 'webhook.resend', async (tx) => {
      if (!(await requeue(tx, id, deliveryId))) throw new AppError('NOT_FOUND');
      return deliveryId;
    });
  }

  /** Posts what waits now instead of at its time. Returns how many deliveries. */
  async hurry(actor: WebhookActor, id: string): Promise<number> {
    await countTry(this.#deps.database.db, actor.owner);
    await this.find(actor.owner, id);
    return await this.#deps.database.transaction(async (tx) => {
      const events = await hurry(tx, id);
      await audit(tx, actor, 'webhook.hurry', id, { events });
      return events;
    });
  }

  /** Posts what the endpoint has missed since a time; with `dryRun` it only counts. Throws WEBHOOK_OFF. */
  async recover(actor: WebhookActor, id: string, since: Date, dryRun: boolean): Promise<number> {
    const endpoint = await this.find(actor.owner, id);
    const of = { owner: actor.owner, endpointId: id, since };
    if (dryRun) return await countMissed(this.#deps.database.db, of);
    if (!endpoint.active) throw new AppError('WEBHOOK_OFF');
    await countTry(this.#deps.database.db, actor.owner);
    return await this.#deps.database.transaction(async (tx) => {
      const events = await recoverMissed(tx, of);
      await audit(tx, actor, 'webhook.recover', id, { since: since.toISOString(), events });
      return events;
    });
  }

  /** Returns what was posted, newest first. */
  async deliveries(
    owner: Owner,
    id: string,
    page: LogPage,
  ): Promise<{ deliveries: LoggedDelivery[]; more: boolean }> {
    await this.find(owner, id);
    const rows = await listLog(this.#deps.database.db, id, { ...page, limit: page.limit + 1 });
    return { deliveries: rows.slice(0, page.limit), more: rows.length > page.limit };
  }

  /** Returns one delivery with all its attempts. */
  async delivery(
    owner: Owner,
    id: string,
    deliveryId: number,
  ): Promise<LoggedDelivery & { all: LoggedAttempt[] }> {
    await this.find(owner, id);
    const { db } = this.#deps.database;
    return { ...found(await findLogged(db, id, deliveryId)), all: await listAttempts(db, deliveryId) };
  }

  async #post(
    actor: WebhookActor,
    id: string,
    action: 'webhook.test' | 'webhook.resend',
    queue: (tx: Db) => Promise<number>,
  ): Promise<LoggedDelivery> {
    await countTry(this.#deps.database.db, actor.owner);
    if (!(await this.find(actor.owner, id)).active) throw new AppError('WEBHOOK_OFF');
    return await this.#deps.database.transaction(async (tx) => {
      const delivery = await queue(tx);
      await audit(tx, actor, action, id, { delivery });
      return found(await findLogged(tx, id, delivery));
    });
  }
}
