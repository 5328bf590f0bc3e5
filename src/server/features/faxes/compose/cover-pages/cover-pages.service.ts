import type { CoverSettings, CoverTemplate } from '#contract/faxes/cover-pages.ts';
import { flag } from '#contract/kit/flags.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { CoverOutcome, DocumentEngine } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { changedFields } from '#server/kit/changed-fields.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { BUILT_IN_TEMPLATES, DEFAULT_TEMPLATE } from './built-in-templates.ts';
import type { Template } from './built-in-templates.ts';
import { coverTexts } from './cover-sheet.ts';
import type { CoverFields, CoverSender, CoverTexts, Say } from './cover-sheet.ts';
import * as rows from './cover-pages.store.ts';
import type { SettingsRow } from './cover-pages.store.ts';

/** A cover page as it is stored with its document until the pages after it are counted. */
export interface StoredCover {
  templateId: number;
  texts: CoverTexts;
}

/** The input of a cover page. */
export interface CoverRequest {
  fields: CoverFields;
  /** Null for the account's own choice. */
  templateId: number | null;
  numbers: readonly string[];
  say: Say;
}

/** A change of the settings; absent fields stay unchanged. */
export interface AskedCoverSettings {
  useCoverpage?: boolean | undefined;
  name?: string | undefined;
  company?: string | undefined;
  location?: string | undefined;
  phone?: string | undefined;
  templateId?: number | undefined;
}

export interface CoverPagesDeps {
  database: Database;
  documents: Pick<DocumentEngine, 'coverSheet' | 'warmCovers'>;
}

const NOTHING_SAVED: SettingsRow = {
  use_coverpage: false,
  name: '',
  company: '',
  location: '',
  phone: '',
  template_id: DEFAULT_TEMPLATE.id,
};

/** Cover pages: their templates, the sender's details, and drawing them (spec http-api 2.7, 2.8, 12.3). */
export class CoverPages {
  readonly #database: Database;
  readonly #documents: CoverPagesDeps['documents'];

  constructor({ database, documents }: CoverPagesDeps) {
    this.#database = database;
    this.#documents = documents;
  }

  /** Lists the templates of the product and of the brand, with the addresses of their images below `base`. */
  async list(brandId: number, base: string, language: string, say: Say): Promise<CoverTemplate[]> {
    // Previews usually follow the list of templates.
    this.#documents.warmCovers();
    const templates = await this.templates(brandId);
    return templates.map(({ id, name }) => {
      const address = (size: string, inLanguage: string) => `${base}/${id}/${size}.${inLanguage}.gif`;
      // The key `en` is always there, whatever language the person reads (I18N-06).
      const image = (size: string) => ({ en: address(size, 'en'), [language]: address(size, language) });
      return {
        template_id: String(id),
        name: 'key' in name ? say(name.key) : name.text,
        image: { small: image('small'), large: image('large') },
      };
    });
  }

  /** Returns every template that an account of this brand may choose. */
  async templates(brandId: number): Promise<Template[]> {
    const own = await rows.listBrandTemplates(this.#database.db, brandId);
    return [
      ...BUILT_IN_TEMPLATES,
      ...own.map(({ id, name, source }) => ({ id, source, name: { text: name } })),
    ];
  }

  async settings(account: AccountId): Promise<CoverSettings> {
    return toSettings((await rows.readCoverSettings(this.#database.db, account)) ?? NOTHING_SAVED);
  }

  /** Changes the given settings; a template that the account cannot choose makes the whole change fail. */
  async change(caller: Caller, asked: AskedCoverSettings): Promise<CoverSettings> {
    if (asked.templateId !== undefined) await this.#require(caller.brandId, asked.templateId);
    return await this.#database.transaction(async (tx) => {
      const before = await rows.lockCoverSettings(tx, caller.accountId);
      const change = differences(before, asked);
      if (Object.keys(change).length === 0) return toSettings(before);
      await rows.updateCoverSettings(tx, caller.accountId, change);
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'cover-page.change',
        detail: { changed: Object.keys(change) },
      });
      return toSettings({ ...before, ...change });
    });
  }

  /** Throws TEMPLATE_UNKNOWN for a template that the account cannot choose; null is always allowed. */
  async checkTemplate(account: AccountId, id: number | null): Promise<void> {
    if (id === null) return;
    const sender = await rows.readCoverSender(this.#database.db, account);
    await this.#require(sender?.brand_id ?? 0, id);
  }

  /** Creates a cover page to store with its document. Throws TEMPLATE_UNKNOWN. */
  async write(db: Db, account: AccountId, request: CoverRequest): Promise<StoredCover> {
    const sender = await rows.readCoverSender(db, account);
    if (!sender) throw new AppError('NOT_FOUND');
    const saved = (await rows.readCoverSettings(db, account)) ?? NOTHING_SAVED;
    const { fields, numbers, say } = request;
    const about: CoverSender = {
      ...saved,
      number: sender.fax_number ?? '',
      email: sender.admin_email,
      zone: sender.zone ?? 'UTC',
    };
    return {
      templateId: await this.#chosen(sender.brand_id, request.templateId, saved.template_id),
      texts: coverTexts(fields, about, { numbers, say, now: new Date() }),
    };
  }

  /**
   * Draws a cover page in front of `otherPages` pages. Falls back to the first template if its own is gone or broken.
   */
  async draw({ templateId, texts }: StoredCover, otherPages: number): Promise<CoverOutcome> {
    const template =
      BUILT_IN_TEMPLATES.find(({ id }) => id === templateId)?.source ??
      (await rows.findTemplateSource(this.#database.db, templateId)) ??
      DEFAULT_TEMPLATE.source;
    const outcome = await this.#documents.coverSheet({ ...texts, template, otherPages });
    if (outcome.kind !== 'refused' || template === DEFAULT_TEMPLATE.source) return outcome;
    return await this.#documents.coverSheet({ ...texts, template: DEFAULT_TEMPLATE.source, otherPages });
  }

  async #chosen(brandId: number, asked: number | null, saved: number): Promise<number> {
    if (asked !== null) return await this.#require(brandId, asked);
    const isOurs = BUILT_IN_TEMPLATES.some(({ id }) => id === saved);
    const known = isOurs || (await this.templates(brandId)).some(({ id }) => id === saved);
    return known ? saved : DEFAULT_TEMPLATE.id;
  }

  async #require(brandId: number, id: number): Promise<number> {
    const known = (await this.templates(brandId)).some((template) => template.id === id);
    if (!known) throw new AppError('TEMPLATE_UNKNOWN', { fields: { template_id: 'TEMPLATE_UNKNOWN' } });
    return id;
  }
}

function differences(before: SettingsRow, asked: AskedCoverSettings): Partial<SettingsRow> {
  return changedFields<SettingsRow>(before, {
    use_coverpage: asked.useCoverpage ?? before.use_coverpage,
    name: asked.name ?? before.name,
    company: asked.company ?? before.company,
    location: asked.location ?? before.location,
    phone: asked.phone ?? before.phone,
    template_id: asked.templateId ?? before.template_id,
  });
}

function toSettings(row: SettingsRow): CoverSettings {
  return {
    useCoverpage: flag(row.use_coverpage),
    name: row.name,
    company: row.company,
    location: row.location,
    phone: row.phone,
    templateId: String(row.template_id),
  };
}
