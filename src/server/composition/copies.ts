import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { EgnyteAuthorization } from '#server/features/faxes/egnyte/authorization.ts';
import { EgnyteGuestService } from '#server/features/faxes/egnyte/egnyte-guest.ts';
import { mountEgnyte } from '#server/features/faxes/egnyte/egnyte.routes.ts';
import { EgnyteService } from '#server/features/faxes/egnyte/egnyte.service.ts';
import { bindStorageSecrets } from '#server/features/faxes/copies/bind-secrets.ts';
import type { DeliverDeps } from '#server/features/faxes/copies/deliver.ts';
import { mountStorage } from '#server/features/faxes/copies/storage.routes.ts';
import { StorageService } from '#server/features/faxes/copies/storage.service.ts';
import { startStorageWorker } from '#server/features/faxes/copies/storage.worker.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Mail } from './outgoing-mail.ts';
import type { Sending } from './sending.ts';

/** What copies of received faxes stand on. */
export interface CopyParts {
  config: Config;
  engines: Engines;
  mail: Mail;
  messages: Messages;
}

/** What external storage stands on. */
export interface StorageParts extends CopyParts {
  sending: Sending;
}

/** What making copies needs, out of the product's parts. */
export function copiesOf({ config, engines, mail, messages }: CopyParts): DeliverDeps {
  return {
    ...engines,
    secretKey: engines.keys.for('storage-login'),
    queueMail: mail.queueMail,
    messages,
    faultPoint: createFaultPoint(config.fault),
  };
}

/** Starts to make copies in this process; gives back how that stops. */
export async function startCopies(parts: CopyParts): Promise<() => Promise<void>> {
  const { database, keys } = parts.engines;
  await bindStorageSecrets(database, keys.for('storage-login'));
  const worker = await startStorageWorker(copiesOf(parts));
  return async () => await worker.stop();
}

/** Mounts external storage: its settings, and what a provider's own pages need. */
export async function mountExternalStorage(app: App, parts: StorageParts): Promise<void> {
  const { config, engines, messages, sending } = parts;
  const copies = copiesOf(parts);
  const storage = new StorageService(copies);
  mountStorage(app, storage, config.timezone);
  const { publicOrigin, publicPath } = config;
  await mountEgnyte(app, {
    egnyte: new EgnyteService(copies),
    authorization: new EgnyteAuthorization({ ...copies, publicOrigin, publicPath }),
    guest: new EgnyteGuestService({ ...engines, ...copies, ...sending, messages, publicOrigin, publicPath }),
    storage,
    messages,
    publicPath,
  });
}
