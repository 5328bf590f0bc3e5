import type { z } from 'zod';

import type { getGlobalSettings, timeZoneList } from '#contract/mailbox/general-settings.ts';
import { flag } from '#contract/kit/flags.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { changedFields } from '#server/kit/changed-fields.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { hasTimeZone, listTimeZones, readSettings, updateSettings } from './general-settings.store.ts';
import type { SettingsChange, SettingsRow } from './general-settings.store.ts';

/** Maximum older faxes whose text is recognized when an account turns recognition on again. */
const MOST_OLDER = 20_000;

type Settings = z.output<typeof getGlobalSettings.reply>;

/** The settings that a user asks to change; absent ones stay unchanged. */
export interface AskedSettings {
  notifyNew?: boolean | undefined;
  warnDelete?: boolean | undefined;
  singleKeys?: boolean | undefined;
  readText?: boolean | undefined;
  splitFaxes?: boolean | undefined;
  language?: string | undefined;
  timezoneId?: number | undefined;
}

/** General settings of an account and the time zones to choose from (spec http-api 2.4, 2.6). */
export class GeneralSettingsService {
  readonly #database: Database;
  readonly #languages: readonly string[];
  readonly #readMode: 'off' | 'received' | 'all';
  readonly #texts: Pick<PageTexts, 'noteOlder'>;

  /**
   * `languages`: codes that this installation has texts for; no other is ever stored (A-QUERY-10). `readText`: the
   * faxes whose text the installation recognizes.
   */
  constructor({
    database,
    languages,
    readText,
    texts,
  }: {
    database: Database;
    languages: readonly string[];
    readText: 'off' | 'received' | 'all';
    texts: Pick<PageTexts, 'noteOlder'>;
  }) {
    this.#database = database;
    this.#languages = languages;
    this.#readMode = readText;
    this.#texts = texts;
  }

  async read(account: AccountId): Promise<Settings> {
    const row = await readSettings(this.#database.db, account);
    if (!row) throw new AppError('NOT_FOUND');
    return this.#toSettings(row);
  }

  /** Changes the given settings. An unknown zone or language changes nothing at all. */
  async change(caller: Caller, asked: AskedSettings): Promise<Settings> {
    if (asked.language !== undefined && !this.#languages.includes(asked.language))
      throw new AppError('LANGUAGE_UNKNOWN', { fields: { language: 'LANGUAGE_UNKNOWN' } });
    return await this.#database.transaction(async (tx) => {
      const before = await readSettings(tx, caller.accountId, { lock: true });
      if (!before) throw new AppError('NOT_FOUND');
      if (asked.timezoneId !== undefined && !(await hasTimeZone(tx, asked.timezoneId)))
        throw new AppError('TIMEZONE_UNKNOWN', { fields: { timezoneId: 'TIMEZONE_UNKNOWN' } });
      const change = differences(before, asked);
      if (Object.keys(change).length === 0) return this.#toSettings(before);
      await updateSettings(tx, caller.accountId, change);
      if (change.read_text === true) await this.#readOlder(tx, caller.accountId);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'settings.change',
        detail: change,
      });
      const after = await readSettings(tx, caller.accountId);
      return this.#toSettings(after ?? before);
    });
  }

  /** Queues recognition for faxes that arrived while it was off, up to MOST_OLDER. */
  async #readOlder(tx: Db, account: AccountId): Promise<void> {
    const mode = this.#readMode;
    if (mode !== 'off') await this.#texts.noteOlder(tx, { account, since: null, mode }, MOST_OLDER);
  }

  #toSettings(row: SettingsRow): Settings {
    const id = String(row.timezone_id);
    return {
      notifyNew: flag(row.notify_new),
      warnDelete: flag(row.warn_delete),
      singleKeys: flag(row.single_keys),
      ...(this.#readMode !== 'off' &&
        row.may_read_text && { readText: flag(row.read_text), splitFaxes: flag(row.split_faxes) }),
      language: row.language,
      timezoneId: id,
      tour: row.tour,
      timeZoneLabel: { timezone_id: id, name: row.zone_name, system_name: row.system_name },
    };
  }

  async timeZones(): Promise<z.output<typeof timeZoneList.reply>> {
    const zones = await listTimeZones(this.#database.db);
    return zones.map(({ id, name, system_name }) => ({ timezone_id: String(id), name, system_name }));
  }
}

function differences(before: SettingsRow, asked: AskedSettings): SettingsChange {
  return changedFields<SettingsChange>(before, {
    notify_new: asked.notifyNew ?? before.notify_new,
    warn_delete: asked.warnDelete ?? before.warn_delete,
    single_keys: asked.singleKeys ?? before.single_keys,
    read_text: asked.readText ?? before.read_text,
    split_faxes: asked.splitFaxes ?? before.split_faxes,
    language: asked.language ?? before.language,
    timezone_id: asked.timezoneId ?? before.timezone_id,
  });
}
