import { z } from 'zod';

import { PASSWORD_CEILING, PASSWORD_FLOOR, clampedLength } from '#contract/kit/password-rules.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { readFeatureList } from './password-rules.service.ts';

import { hostName, languageCode, orEmpty, webAddress, webOrigin } from '#server/kit/value-types.ts';

import { insertDomain } from './brand-domains.store.ts';

import { insertBrand, readBrands, updateBrand } from './brands.store.ts';
import type { BrandColumns, StoredBrand } from './brands.store.ts';

export type { StoredBrand } from './brands.store.ts';

/** The default brand's name and title (spec data-model 2). */
const DEFAULT_NAME = 'Fax-to-Email';

const mailAddress = z.literal('').or(z.email('is no e-mail address').max(128));
const title = z.string().trim().min(1, 'must not be empty').max(80, 'is longer than 80 characters');
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
/** The values of a switch. */
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const length = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a number')
  .transform(Number)
  .pipe(
    z
      .number()
      .min(PASSWORD_FLOOR, `is below ${PASSWORD_FLOOR}`)
      .max(PASSWORD_CEILING, `is above ${PASSWORD_CEILING}`),
  );

const features = z.string().transform((written, context) => {
  const read = readFeatureList(written);
  if (read.kind === 'ok') return read.stored;
  context.addIssue({ code: 'custom', message: read.reason });
  return z.NEVER;
});

/** The fields that `f2e brand set` may change, and how each value is read. */
const SETTABLE = {
  name: title,
  title,
  lang: languageCode,
  origin: orEmpty(webOrigin).transform((value) => value || null),
  color: z.string().regex(/^(#([0-9a-fA-F]{3}){1,2})?$/, 'must be like #0057b8'),
  onetrust_token: z.string().regex(/^[A-Za-z0-9-]{0,64}$/, 'is no OneTrust token'),
  ga_id: z.string().regex(/^[A-Za-z0-9-]{0,32}$/, 'is no analytics id'),
  use_new_ui: flag,
  is_egnyte: flag,
  sftp_enabled: flag,
  confirm_receivers: flag,
  mcp: onOff,
  help_url: webAddress,
  cancellation_email: mailAddress,
  send_domain: orEmpty(hostName),
  password_min: length,
  password_max: length,
  password_features: features,
} as const;

/** The fields of a new brand; the others take the brand's defaults. */
export interface BrandInput {
  name: string;
  domain: string;
  title?: string;
  lang?: string;
  egnyte?: boolean;
  sendDomain?: string;
  cancelEmail?: string;
  helpUrl?: string;
}

/** The result of an operator's change; `reason` is a sentence to show. */
export type BrandChange = { kind: 'ok'; brand: StoredBrand } | { kind: 'refused'; reason: string };

/** The operator's verbs for brands. */
export interface Brands {
  listBrands(): Promise<StoredBrand[]>;
  addBrand(input: BrandInput): Promise<BrandChange>;
  /** Changes single fields, as written on the command line. */
  setBrand(id: number, values: Readonly<Record<string, string>>): Promise<BrandChange>;
  /** Returns the default brand, and creates it if there is none. */
  ensureDefaultBrand(): Promise<StoredBrand>;
}

const newBrand = z.object({
  name: title,
  domain: hostName,
  title,
  lang: languageCode,
  sendDomain: orEmpty(hostName),
  cancelEmail: mailAddress,
  helpUrl: webAddress,
});

export function createBrands({ database }: { database: Database }): Brands {
  return {
    listBrands: async () => await readBrands(database.db),
    addBrand: async (input) => await addBrand(database, input),
    setBrand: async (id, values) => await setBrand(database, id, values),
    ensureDefaultBrand: async () => await ensureDefaultBrand(database),
  };
}

async function addBrand(database: Database, input: BrandInput): Promise<BrandChange> {
  const parsed = newBrand.safeParse({
    name: input.name,
    domain: input.domain.toLowerCase(),
    title: input.title ?? DEFAULT_NAME,
    lang: input.lang ?? 'en',
    sendDomain: input.sendDomain?.toLowerCase() ?? '',
    cancelEmail: input.cancelEmail ?? '',
    helpUrl: input.helpUrl ?? '',
  });
  if (!parsed.success) return refused(parsed.error);
  const { domain, cancelEmail, ...brand } = parsed.data;
  const full = {
    ...brand,
    cancellationEmail: cancelEmail,
    isEgnyte: input.egnyte === true,
    isDefault: false,
  };
  const id = await database
    .transaction(async (tx) => {
      const added = await insertBrand(tx, full);
      if (added === null || !(await insertDomain(tx, added, domain, true))) throw new DomainTaken();
      await writeAudit(tx, {
        actor: { kind: 'operator' },
        action: 'brand.add',
        object: `brand/${added}`,
        detail: { domain },
      });
      return added;
    })
    .catch((error: unknown) => {
      if (error instanceof DomainTaken) return null;
      throw error;
    });
  if (id === null) return { kind: 'refused', reason: `The domain ${domain} belongs to another brand.` };
  return await found(database, id);
}

async function setBrand(
  database: Database,
  id: number,
  values: Readonly<Record<string, string>>,
): Promise<BrandChange> {
  const columns: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(SETTABLE, key)) {
      const known = Object.keys(SETTABLE).join(', ');
      return { kind: 'refused', reason: `A brand has no setting “${key}”; there are ${known}.` };
    }
    const parsed = SETTABLE[key as keyof typeof SETTABLE].safeParse(value);
    if (!parsed.success) return { kind: 'refused', reason: `${key} ${messageOf(parsed.error)}.` };
    columns[key] = parsed.data;
  }
  const fault = await database.transaction(async (tx) => {
    const [before] = await readBrands(tx, id);
    if (!before) return `There is no brand ${id}.`;
    const known = clampedLength({ min: before.passwordMin, max: before.passwordMax });
    const { password_min: min = known.min, password_max: max = known.max } = columns as BrandColumns;
    if (min > max) return `password_min is above password_max (${min} and ${max}): no password would do.`;
    await updateBrand(tx, id, columns);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'brand.set',
      object: `brand/${id}`,
      detail: columns,
    });
    return null;
  });
  return fault === null ? await found(database, id) : { kind: 'refused', reason: fault };
}

async function ensureDefaultBrand(database: Database): Promise<StoredBrand> {
  await database.transaction(async (tx) => {
    if ((await readBrands(tx)).some(({ isDefault }) => isDefault)) return;
    const id = await insertBrand(tx, {
      name: DEFAULT_NAME,
      title: DEFAULT_NAME,
      lang: 'en',
      isEgnyte: false,
      sendDomain: '',
      helpUrl: '',
      cancellationEmail: '',
      isDefault: true,
    });
    // Null: another process that started at the same time was faster.
    if (id === null) return;
    await writeAudit(tx, { actor: { kind: 'system' }, action: 'brand.add', object: `brand/${id}` });
  });
  const brand = (await readBrands(database.db)).find(({ isDefault }) => isDefault);
  if (!brand) throw new Error('the default brand was made and is not there');
  return brand;
}

async function found(database: Database, id: number): Promise<BrandChange> {
  const [brand] = await readBrands(database.db, id);
  return brand ? { kind: 'ok', brand } : { kind: 'refused', reason: `There is no brand ${id}.` };
}

function refused(error: z.ZodError): BrandChange {
  return { kind: 'refused', reason: `${String(error.issues[0]?.path[0] ?? 'a value')} ${messageOf(error)}.` };
}

function messageOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is not valid';
}

/** Aborts the transaction, so that no brand without a domain remains. */
class DomainTaken extends Error {}
