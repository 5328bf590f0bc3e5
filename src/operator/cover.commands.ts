import { writeFile } from 'node:fs/promises';

import type { Command } from 'commander';

import type { DocumentEngine } from '#engine/documents/port.ts';
import {
  addTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from '#server/features/faxes/compose/cover-pages/manage-templates.ts';
import type {
  ListedTemplate,
  TemplateAdminDeps,
  TemplateChange,
} from '#server/features/faxes/compose/cover-pages/manage-templates.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { readText } from './read-text.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** cover add | list | preview | remove (disable) */
export function addCoverCommands(program: Command, act: Act): void {
  const cover = program.command('cover').description('Cover page templates');
  cover
    .command('add')
    .description('Adds a template, of a brand or for all')
    .argument('<file>', 'a typst program; see src/engine/documents/covers/prelude.typ for what it may use')
    .requiredOption('--brand <hid>', 'id of the brand', id)
    .requiredOption('--name <name>', 'shown below its picture')
    .action(async (file: string, options: ActOptions & { brand: number; name: string }) => {
      await act(options, async (installation) => {
        const source = await readText(file);
        const { brand: brandId, name } = options;
        return answer(await addTemplate(await deps(installation), { brandId, name, source }));
      });
    });
  cover
    .command('list')
    .description('Every template')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const all = await listTemplates(await deps(installation));
        return { json: { templates: all.map(wire) }, rows: all.map(row) };
      });
    });
  addPreview(cover, act);
  cover
    .command('remove')
    .alias('disable')
    .description('Takes a template out of the list; faxes that chose it keep it')
    .argument('<id>', 'id of the template', id)
    .action(async (template: number, options: ActOptions) => {
      await act(options, async (installation) =>
        answer(await removeTemplate(await deps(installation), template)),
      );
    });
}

function addPreview(cover: Command, act: Act): void {
  cover
    .command('preview')
    .description('Draws a template, filled with samples, into a PDF file')
    .argument('<id>', 'id of the template; cover list shows them', id)
    .argument('<file>', 'the PDF file to write')
    .action(async (template: number, file: string, options: ActOptions) => {
      await act(options, async (installation) => {
        const { database, documents } = await deps(installation);
        const drawn = accepted(await previewTemplate({ database, documents }, template));
        const pdf = await documents.exportPdf(drawn.tiff, 0);
        await writeFile(file, pdf).catch((error: unknown) => {
          throw new CommandRefusal(`“${file}” can’t be written.`, { cause: error });
        });
        return oneRow({ id: String(template), file, bytes: pdf.byteLength });
      });
    });
}

async function deps(installation: Installation): Promise<TemplateAdminDeps & { documents: DocumentEngine }> {
  return { database: await installation.database(), documents: await installation.documents() };
}

function answer(change: TemplateChange): Answer {
  const { template } = accepted(change);
  return { json: wire(template), rows: [row(template)] };
}

function wire({ id: templateId, brandId, name }: ListedTemplate) {
  return { id: String(templateId), hid: brandId === null ? null : String(brandId), name };
}

function row({ id: templateId, brandId, name }: ListedTemplate) {
  return { id: templateId, brand: brandId ?? 'all', name };
}
