import type { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { ApiFaxes } from '#server/features/gateways/public-api/faxes/api-faxes.ts';
import { FaxChanges } from '#server/features/gateways/public-api/faxes/fax-changes.ts';
import { mountFaxesApi } from '#server/features/gateways/public-api/faxes/faxes.api.routes.ts';
import type { App } from '#server/kit/mount.ts';
import type { Config } from '#server/config/config.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Engines } from './engines.ts';
import type { Mailbox } from './mailbox.ts';
import type { Services } from './services.ts';

/** Dependencies of the public API's fax calls. */
export interface ProgramFaxesParts {
  config: Pick<Config, 'keepDays'>;
  engines: Pick<Engines, 'database' | 'files'>;
  services: Pick<Services, 'sending' | 'reports'>;
  messages: Pick<Messages, 'say'>;
  access: AccessLog;
  mailbox: Mailbox;
}

/** Mounts the calls with which programs read and change faxes. */
export function mountProgramFaxes(app: App, parts: ProgramFaxesParts): void {
  const { config, engines, services, messages, access, mailbox } = parts;
  const { database, files: store } = engines;
  const { inbox, files, view, texts } = mailbox;
  const deletedDays = config.keepDays.deleted;
  const faxes = new ApiFaxes({ database, view, deletedDays });
  const erase = { database, files: store, deletedDays };
  const changes = new FaxChanges({ faxes, erase, outbox: services.sending.outbox, inbox });
  const say = (key: string) => messages.say('en', key);
  const { reports } = services;
  mountFaxesApi(app, { faxes, changes, files, reports, texts, deletedDays, access, say });
}
