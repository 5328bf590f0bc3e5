import type { z } from 'zod';

import type { dashboard, DashboardRow } from '#contract/mailbox/dashboard.ts';
import { flag } from '#contract/kit/flags.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import { failureOf } from '#server/kit/fax-failure.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { AccountService } from '../account.service.ts';
import { readRecent } from './dashboard.store.ts';
import type { RecentRow } from './dashboard.store.ts';

/** Dependencies of the dashboard. `zone` is the server zone for times on the wire. */
export interface DashboardDeps {
  database: Database;
  accounts: AccountService;
  zone: string;
}

/** Recent faxes and this month's usage (spec http-api 4.6). */
export class DashboardService {
  readonly #deps: DashboardDeps;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
  }

  async read(account: AccountId): Promise<z.output<typeof dashboard.reply>> {
    const { database, accounts, zone } = this.#deps;
    const [rows, usage] = await Promise.all([readRecent(database.db, account), accounts.usage(account)]);
    const of = (list: RecentRow['list']) =>
      rows.filter((row) => row.list === list).map((row) => toRow(row, zone));
    return { recReceived: of('received'), recSent: of('sent'), failed: of('failed'), usage };
  }
}

function toRow(row: RecentRow, zone: string): DashboardRow {
  return {
    fid: String(row.id),
    sender: row.other_number,
    companyname: row.company,
    ...(row.name !== '' && { name: row.name }),
    pages: row.pages,
    date: formatWireTime(row.fax_at, zone),
    is_new: flag(row.is_new),
    status: row.status,
    faxpath: row.path_key,
    ...failureOf(row),
  };
}
