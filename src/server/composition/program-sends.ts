import { join } from 'node:path';

import { mountProgramSends } from '#server/features/faxes/compose/by-program/program-sends.api.routes.ts';
import { ProgramDrafts } from '#server/features/faxes/compose/by-program/program-drafts.service.ts';
import { ProgramSends } from '#server/features/faxes/compose/by-program/program-sends.service.ts';
import { faxOnWire } from '#server/features/gateways/public-api/faxes/fax-on-wire.ts';
import { readApiFaxes } from '#server/features/gateways/public-api/faxes/fax-rows.store.ts';
import type { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import type { App } from '#server/kit/mount.ts';
import type { Config } from '#server/config/config.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Engines } from './engines.ts';
import { documentsByUrl } from './own-hosts.ts';
import type { Services } from './services.ts';

/** Dependencies of sending by programs. */
export interface ProgramSendsParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'files' | 'documents'>;
  services: Pick<Services, 'sending'>;
  messages: Messages;
}

/** Mounts the calls with which programs send faxes. */
export async function mountSendsApi(app: App, parts: ProgramSendsParts, hosts: BrandHosts): Promise<void> {
  const { config, engines, services, messages } = parts;
  const { database, files: store, documents } = engines;
  const { compose } = services.sending;
  const fetchDocument = documentsByUrl(config, hosts);
  const drafts = new ProgramDrafts({
    database,
    store,
    documents,
    drafts: services.sending.drafts,
    limits: compose.limits,
    fetchDocument,
  });
  const say = (key: string) => messages.say('en', key);
  await mountProgramSends(app, {
    sends: new ProgramSends({ database, compose, drafts, fetchDocument }),
    drafts,
    compose,
    messages,
    uploadFolder: join(config.dataDir, 'uploads'),
    describe: async (account, ids) =>
      (await readApiFaxes(database.db, account, ids)).map((row) => faxOnWire(row, say)),
  });
}
