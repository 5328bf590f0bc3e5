import { readFile } from 'node:fs/promises';

import type { Command } from 'commander';

import { addTemplate, listTemplates, removeTemplate } from '#server/features/cover-pages/manage-templates.ts';
import type {
  ListedTemplate,
  TemplateAdminDeps,
  TemplateChange,
} from '#server/features/cover-pages/manage-templates.ts';

import type { Act } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';

/** cover add | list | remove */
export function addCoverCommands(program: Command, act: Act): void {
  const cover = program.command('cover').description('Cover page templates');
  cover
    .command('add')
    .argument('<file>', 'a typst program; see src/engine/documents/covers/prelude.typ for what it may use')
    .requiredOption('--brand <hid>', 'id of the brand', id)
    .requiredOption('--name <name>', 'shown below its picture')
    .option('--json')
    .action(async (file: string, options: { brand: number; name: string; json?: boolean }) => {
      await act(options, async (installation) => {
        const source = await readFile(file, 'utf8').catch(() => {
          throw new CommandRefusal(`“${file}” can’t be read.`);
        });
        const { brand: brandId, name } = options;
        return answer(await addTemplate(await deps(installation), { brandId, name, source }));
      });
    });
  cover
    .command('list')
    .option('--json')
    .action(async (options: { json?: boolean }) => {
      await act(options, async (installation) => {
        const all = await listTemplates(await deps(installation));
        return { json: { templates: all.map(wire) }, rows: all.map(row) };
      });
    });
  cover
    .command('remove')
    .argument('<id>', 'id of the template', id)
    .option('--json')
    .action(async (template: number, options: { json?: boolean }) => {
      await act(options, async (installation) =>
        answer(await removeTemplate(await deps(installation), template)),
      );
    });
}

async function deps(installation: Installation): Promise<TemplateAdminDeps> {
  return { database: await installation.database(), documents: await installation.documents() };
}

function answer(change: TemplateChange): Answer {
  if (change.kind === 'refused') throw new CommandRefusal(change.reason);
  return { ...oneRow(row(change.template)), json: wire(change.template) };
}

function wire({ id: templateId, brandId, name }: ListedTemplate) {
  return { id: String(templateId), hid: brandId === null ? null : String(brandId), name };
}

function row({ id: templateId, brandId, name }: ListedTemplate) {
  return { id: templateId, brand: brandId ?? 'all', name };
}
