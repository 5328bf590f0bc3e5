import type { z } from 'zod';

import { isEnterprise } from '#contract/mailbox/account.ts';
import type { clientServiceInfo, mainInterface } from '#contract/mailbox/account.ts';
import type { dashboard } from '#contract/mailbox/dashboard.ts';
import type { Folder } from '#contract/mailbox/inbox.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { flag } from '#contract/kit/flags.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { countPlaces } from '#server/kit/person-places.store.ts';
import type { AccountId, ActingPerson, Caller } from '#server/kit/scope.ts';

import { wantsTeamMail, readMain, readService, readUsage } from './account.store.ts';
import type { FolderRow, UsageRow } from './account.store.ts';

/** Pages of the current month in wire format. The limit is null if none is set (the client assumes 300). */
export type Usage = z.output<typeof dashboard.reply>['usage'];

/** Names of the visible folders by number in fax.folder (migration 0002). */
const FOLDER_OF: Readonly<Record<number, Folder>> = { 1: 'Inbox', 2: 'Sent', 3: 'Archive', 4: 'Outbox' };

/** The signed-in account's main data, services and usage (spec http-api 2.1, 2.2). */
export class AccountService {
  readonly #database: Database;
  readonly #zone: string;

  /** `zone` is the server's time zone, in which months of usage begin (spec http-api 2.1). */
  constructor({ database, zone }: { database: Database; zone: string }) {
    this.#database = database;
    this.#zone = zone;
  }

  async main({
    accountId,
    person,
  }: Pick<Caller, 'accountId' | 'person'>): Promise<z.output<typeof mainInterface.reply>> {
    const row = await readMain(this.#database.db, accountId, this.#zone);
    if (!row) throw new AppError('NOT_FOUND');
    return {
      id: String(row.id),
      hid: String(row.brand_id),
      faxNumber: row.fax_number,
      formattedFaxNumber: formatFaxNumber(row.fax_number) ?? '',
      adminEmail: row.admin_email,
      ...toUsage(row),
      options: row.options,
      enterprise: isEnterprise(row.options),
      showCancellationMenu: row.show_cancellation_menu ? 1 : 0,
      cancellationPending: flag(row.cancellation_pending),
      cancellationEmail: row.cancellation_email,
      tour: row.tour,
      folders: toFolders(row.folders),
      drafts: row.drafts,
      storage: { egnyte: row.has_egnyte, sftp: row.has_sftp },
      person: person ? await this.#personOf(person) : null,
      // A role that sees only faxes it sent takes no part in the work on received faxes.
      team: row.team && roleAllows(person?.role ?? 'owner', 'read'),
      mayEmailFaxes: !row.is_hipaa,
    };
  }

  async #personOf(person: ActingPerson<Role>) {
    const { db } = this.#database;
    const accounts = await countPlaces(db, person.id);
    return { ...person, id: String(person.id), accounts, teamMail: await wantsTeamMail(db, person.id) };
  }

  async services(account: AccountId): Promise<z.output<typeof clientServiceInfo.reply>> {
    const row = await readService(this.#database.db, account);
    if (!row) return [];
    return [
      {
        Id: String(row.id),
        Domain: row.domain,
        Product: row.code,
        Quantity: 1,
        HostopianId: String(row.brand_id),
        ProductName: row.name,
        ProductDescription: row.description,
        OptionString: row.options,
        PreferencesName: '',
        PreferencesDescription: '',
      },
    ];
  }

  /** Returns the same usage numbers as the main data, for other places that show them (SRV-05). */
  async usage(account: AccountId): Promise<Usage> {
    const row = await readUsage(this.#database.db, account, this.#zone);
    if (!row) throw new AppError('NOT_FOUND');
    return toUsage(row);
  }
}

function toUsage(row: UsageRow): Usage {
  return {
    monthLimit: row.month_limit,
    currentUsage: row.sent_pages + row.rcvd_pages,
    sentPages: row.sent_pages,
    rcvdPages: row.rcvd_pages,
  };
}

function toFolders(rows: readonly FolderRow[]): Record<Folder, { total: number; unread: number }> {
  const none = { total: 0, unread: 0 };
  const folders = { Inbox: none, Outbox: none, Sent: none, Archive: none };
  for (const { folder, total, unread } of rows) {
    const name = FOLDER_OF[folder];
    if (name) folders[name] = { total, unread };
  }
  return folders;
}
