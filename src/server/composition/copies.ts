import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { EgnyteAuthorization } from '#server/features/faxes/egnyte/authorization.ts';
import { EgnyteGuestService } from '#server/features/faxes/egnyte/egnyte-guest.ts';
import { mountEgnyte } from '#server/features/faxes/egnyte/egnyte.routes.ts';
import { EgnyteService } from '#server/features/faxes/egnyte/egnyte.service.ts';
import { bindStorageSecrets } from '#server/features/faxes/copies/bind-secrets.ts';
import type { DeliverDeps } from '#server/features/faxes/copies/deliver.ts';
import { createTellOfStorage } from '#server/features/faxes/copies/notice.ts';
import { mountStorage } from '#server/features/faxes/copies/storage.routes.ts';
import { StorageService } from '#server/features/faxes/copies/storage.service.ts';
import { startStorageWorker } from '#server/features/faxes/copies/storage.worker.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Services } from './services.ts';

/** Dependencies of copies of received faxes. */
export interface CopyParts {
  engines: Engines;
  services: Pick<Services, 'mail' | 'faultPoint' | 'pageTexts'>;
  messages: Messages;
}

/** Dependencies of external storage. */
export interface StorageParts extends CopyParts {
  config: Config;
  services: Services;
}

/** Selects what the delivery of copies needs from the product's parts. */
export function copiesOf({ engines, services, messages }: CopyParts): DeliverDeps {
  const { database, files, documents, storages, keys, log } = engines;
  return {
    database,
    files,
    documents,
    texts: services.pageTexts,
    storages,
    secretKey: keys.for('storage-login'),
    queueMail: services.mail.queueMail,
    messages,
    faultPoint: services.faultPoint,
    log,
  };
}

/** Starts making copies in this process; returns the function that stops it. */
export async function startCopies(parts: CopyParts): Promise<() => Promise<void>> {
  const { database, keys } = parts.engines;
  await bindStorageSecrets(database, keys.for('storage-login'));
  const worker = await startStorageWorker(copiesOf(parts));
  return async () => await worker.stop();
}

/** Mounts external storage: its settings, and the calls of a provider's own pages. */
export async function mountExternalStorage(app: App, parts: StorageParts): Promise<void> {
  const { config, engines, messages, services } = parts;
  const { database, storages, keys } = engines;
  const secretKey = keys.for('storage-login');
  const tell = createTellOfStorage(services.mail.queueMail);
  const storage = new StorageService({ database, storages, secretKey, tell });
  mountStorage(app, storage, config.timezone);
  const { publicOrigin, publicPath } = config;
  await mountEgnyte(app, {
    egnyte: new EgnyteService({ database, storages, secretKey }),
    authorization: new EgnyteAuthorization({
      database,
      storages,
      secretKey,
      tell,
      publicOrigin,
      publicPath,
    }),
    guest: new EgnyteGuestService({
      database,
      storages,
      secretKey,
      compose: services.sending.compose,
      messages,
      publicOrigin,
      publicPath,
    }),
    storage,
    messages,
    publicPath,
  });
}
