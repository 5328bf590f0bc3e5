import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts';
import { coverTexts } from './cover-sheet.ts';
import {
  findTemplateSource,
  hasBrand,
  insertTemplate,
  listAllTemplates,
  retireTemplate,
} from './cover-pages.store.ts';

/** Longest name that fits below a template's picture, in characters. */
const MAX_NAME = 40;

/** A template is a page of code; a larger file is something else. */
const MAX_SOURCE_BYTES = 64 * 1024;

/** A template as the operator lists it. */
export interface ListedTemplate {
  id: number;
  /** Null if every brand has it. */
  brandId: number | null;
  name: string;
}

/** The outcome of an operator's change; `reason` is a sentence to show. */
export type TemplateChange = { kind: 'ok'; template: ListedTemplate } | { kind: 'refused'; reason: string };

export interface TemplateAdminDeps {
  database: Database;
  documents: Pick<DocumentEngine, 'coverSheet'>;
}

/** Lists every template of the installation. */
export async function listTemplates({ database }: TemplateAdminDeps): Promise<ListedTemplate[]> {
  const own = await listAllTemplates(database.db);
  return [
    ...BUILT_IN_TEMPLATES.map(({ id, name }) => ({
      id,
      brandId: null,
      name: 'key' in name ? (name.key.split('.').at(-1) ?? '') : name.text,
    })),
    ...own.map(({ id, brand_id, name }) => ({ id, brandId: brand_id, name })),
  ];
}

/** Adds a brand's template. Draws it once before accepting it: a broken template would spoil every fax that uses it. */
export async function addTemplate(
  { database, documents }: TemplateAdminDeps,
  wanted: { brandId: number; name: string; source: string },
): Promise<TemplateChange> {
  const { brandId, source } = wanted;
  const name = wanted.name.trim();
  if (name === '' || name.length > MAX_NAME)
    return { kind: 'refused', reason: `A template has a name of up to ${MAX_NAME} characters.` };
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES)
    return { kind: 'refused', reason: 'The file is larger than 64 kB.' };
  if (!(await hasBrand(database.db, brandId)))
    return { kind: 'refused', reason: `There is no brand ${brandId}; brand list shows them.` };
  const drawn = await drawSample(documents, source);
  if (drawn.kind === 'refused') return drawn;
  const id = await database.transaction(async (tx) => {
    const made = await insertTemplate(tx, { brand_id: brandId, name, source });
    const detail = { name, brandId };
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'cover.add',
      object: `cover/${made}`,
      detail,
    });
    return made;
  });
  return { kind: 'ok', template: { id, brandId, name } };
}

/** Draws a template with something in every field: a built-in one, or a brand's. */
export async function previewTemplate(
  { database, documents }: TemplateAdminDeps,
  id: number,
): Promise<{ kind: 'ok'; tiff: Uint8Array } | { kind: 'refused'; reason: string }> {
  const template =
    BUILT_IN_TEMPLATES.find((one) => one.id === id)?.source ?? (await findTemplateSource(database.db, id));
  if (template === undefined)
    return { kind: 'refused', reason: `There is no template ${id}; cover list shows them.` };
  return await drawSample(documents, template);
}

async function drawSample(
  documents: TemplateAdminDeps['documents'],
  template: string,
): Promise<{ kind: 'ok'; tiff: Uint8Array } | { kind: 'refused'; reason: string }> {
  const drawn = await documents.coverSheet({ ...SAMPLE, template, otherPages: 2 });
  if (drawn.kind === 'ok') return { kind: 'ok', tiff: drawn.tiff };
  return drawn.kind === 'refused'
    ? { kind: 'refused', reason: `The template can’t be drawn: ${drawn.detail.slice(0, 300)}` }
    : { kind: 'refused', reason: 'The document converter isn’t available; doctor says why.' };
}

/** Removes a brand's template from the list; accounts that have chosen it get the first one. */
export async function removeTemplate({ database }: TemplateAdminDeps, id: number): Promise<TemplateChange> {
  const template = (await listAllTemplates(database.db)).find((one) => one.id === id);
  if (!template) return { kind: 'refused', reason: `No brand has a template ${id}; cover list shows them.` };
  await database.transaction(async (tx) => {
    await retireTemplate(tx, id);
    await writeAudit(tx, { actor: { kind: 'operator' }, action: 'cover.remove', object: `cover/${id}` });
  });
  return { kind: 'ok', template: { id, brandId: template.brand_id, name: template.name } };
}

/** A cover page with something in every field, to exercise all parts of a template. */
const SAMPLE = coverTexts(
  {
    toPerson: 'To',
    toCompany: 'Company',
    toLocation: 'Location',
    toPhone: '2125550147',
    regarding: 'Subject',
    comments: 'Comments',
    footer: 'Footer',
  },
  {
    number: '2125550100',
    email: 'a@example.com',
    zone: 'UTC',
    name: 'From',
    company: 'Company',
    location: 'Location',
    phone: '2125550148',
  },
  { numbers: ['2125550147'], now: new Date(0), say: (key) => key },
);
