import { readFile } from 'node:fs/promises';

import type { Command } from 'commander';

import { parseAddress } from '#engine/mail/port.ts';
import {
  listTemplates,
  setMailWords,
  showWords,
  templateOf,
  tryMail,
} from '#server/features/email/outgoing/mail-words.ts';
import type { MailWords, MailWordsChange } from '#server/features/email/outgoing/mail-words.ts';
import type { MailTemplate } from '#server/features/email/outgoing/mail-templates.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

interface Options extends ActOptions {
  brand: number;
  lang: string;
}

/** mail-template list | show | set | test */
export function addMailTemplateCommands(program: Command, act: Act): void {
  const mail = program.command('mail-template').description('What mails say, for each brand and language');
  mail
    .command('list')
    .description('Every mail, and which brands say it in their own words')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const templates = await listTemplates(await installation.database());
        const rows = templates.map(({ template, own }) => ({
          template,
          own: own.map(({ brandId, language }) => `${brandId}/${language}`).join(' '),
        }));
        return { json: { templates: rows }, rows };
      });
    });
  named(mail, 'show', 'Prints a mail’s words, in the form that set reads').action(
    async (template: string, options: Options) => {
      await act(options, async (installation) => await show(installation, known(template), options));
    },
  );
  named(mail, 'set', 'Replaces a mail’s words')
    .argument('[file]', 'first line: subject, then an empty line, then the text')
    .option('--reset', 'the product’s own words again')
    .option('--dry-run', 'only says what would be done')
    .action(async (template: string, file: string | undefined, options: Options & { reset?: boolean }) => {
      await act(options, async (installation) => await set(installation, known(template), file, options));
    });
  named(mail, 'test', 'Sends a mail with made-up contents')
    .requiredOption('--to <address>', 'who gets it')
    .action(async (template: string, options: Options & { to: string }) => {
      await act(options, async (installation) => await send(installation, known(template), options));
    });
}

function named(mail: Command, verb: string, description: string): Command {
  return mail
    .command(verb)
    .description(description)
    .argument('<template>', 'a name of mail-template list')
    .requiredOption('--brand <hid>', 'id of the brand', id)
    .option('--lang <language>', 'like en', 'en');
}

function known(name: string): MailTemplate {
  const template = templateOf(name);
  if (!template) throw new CommandRefusal(`There is no mail “${name}”: see f2e mail-template list.`);
  return template;
}

async function show(installation: Installation, template: MailTemplate, options: Options): Promise<Answer> {
  const of = await wordsOf(installation, template, options);
  const words = await showWords(await installation.database(), await installation.messages(), of);
  return { ...oneRow({ ...wire(of), ...words, names: words.names.join(' ') }), text: written(words) };
}

async function set(
  installation: Installation,
  template: MailTemplate,
  file: string | undefined,
  options: Options & { reset?: boolean },
): Promise<Answer> {
  if ((file === undefined) !== (options.reset === true)) throw new CommandRefusal('Name a file, or --reset.');
  const of = await wordsOf(installation, template, options);
  const words = file === undefined ? null : readWords(await read(file));
  return answer(await setMailWords(await installation.database(), await installation.messages(), of, words), {
    ...wire(of),
    own: words !== null,
  });
}

async function send(
  installation: Installation,
  template: MailTemplate,
  options: Options & { to: string },
): Promise<Answer> {
  if (parseAddress(options.to) === null) throw new CommandRefusal(`“${options.to}” is not one address.`);
  const of = await wordsOf(installation, template, options);
  const parts = {
    database: await installation.database(),
    messages: await installation.messages(),
    queueMail: (await installation.mail()).queueMail,
  };
  return answer(await tryMail(parts, { ...of, template }, options.to), { ...wire(of), to: options.to });
}

async function wordsOf(installation: Installation, template: MailTemplate, { brand, lang }: Options) {
  const { languages } = await installation.messages();
  if (!languages.includes(lang))
    throw new CommandRefusal(`There are no mails in “${lang}”; there are ${languages.join(', ')}.`);
  return { brandId: brand, template, language: lang };
}

function wire({ brandId, template, language }: { brandId: number; template: string; language: string }) {
  return { hid: String(brandId), template, language };
}

function answer(change: MailWordsChange, done: Record<string, string | boolean>): Answer {
  accepted(change);
  return oneRow(done);
}

async function read(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => {
    throw new CommandRefusal(`“${file}” can’t be read.`);
  });
}

/** Parses words in the form that `show` prints. */
function readWords(file: string): MailWords {
  const [subject = '', ...rest] = file.replaceAll('\r\n', '\n').split('\n');
  if ((rest[0] ?? '').trim() !== '')
    throw new CommandRefusal('The second line must be empty: the first is the subject, the text follows.');
  return { subject: subject.trim(), text: rest.join('\n').trim() };
}

function written({ subject, text }: MailWords): string {
  return `${subject}\n\n${text}`;
}
