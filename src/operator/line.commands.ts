import { stat } from 'node:fs/promises';

import { Option } from 'commander';
import type { Command } from 'commander';

import { installHooks } from '#engine/fax-line/hylafax/install-hooks.ts';
import type { LineField, LineKind } from '#engine/fax-line/kind-port.ts';
import { LINE_KINDS } from '#engine/fax-line/kinds.ts';
import type { LineChange, ListedLine } from '#server/features/faxes/lines/manage-lines.ts';

import type { Act, ActOptions } from './act.ts';
import { amount, count, faxNumber, readSecrets } from './arguments.ts';
import { addInstalledLine } from './install-line.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

interface AddOptions extends ActOptions {
  kind: string;
  name?: string;
  pattern?: string;
  priority?: number;
  price?: number;
  channels?: number;
  hours?: string;
  install?: true;
  modem?: string;
  number?: string;
}

/** line add | list | test | set | call | drain | on | remove | hylafax install-hooks */
export function addLineCommands(program: Command, act: Act, kinds: readonly LineKind[] = LINE_KINDS): void {
  const line = program.command('line').description('Ways out to the telephone network');
  addAdd(line, act, kinds);
  line
    .command('list')
    .description('Every line and how it is')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const all = await (await installation.lines()).listLines();
        return { json: { lines: all.map(wire) }, rows: all.map(row) };
      });
    });
  line
    .command('test')
    .description('Asks the line itself whether it works')
    .argument('<name>', 'of the line; line list shows them')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async ({ lines }) => {
        const { ms, ...health } = await (await lines()).testLine(name);
        const answered = oneRow({ ok: health.ok, reason: health.ok ? '' : health.reason, ms });
        const works = ms === undefined ? 'The line works.' : `The line works. It answered in ${ms} ms.`;
        return { ...answered, text: health.ok ? works : health.reason, good: health.ok };
      });
    });
  addSet(line, act, kinds);
  addCall(line, act);
  addChange(line, act, 'drain', 'No new calls; those under way go on', 'drainLine');
  addChange(line, act, 'on', 'Takes calls again', 'turnOnLine');
  addChange(line, act, 'remove', 'Takes the line out of use for good', 'removeLine');
  addHylafax(line, act);
}

/** Sends a fax of one page outside the queue; in this way a SIP line can also call its own number. */
function addCall(line: Command, act: Act): void {
  line
    .command('call')
    .description('Sends a test page over the line, and says how the call went and what to change')
    .argument('<name>', 'of the line; line list shows them')
    .requiredOption('--to <number>', 'fax number to call', faxNumber)
    .option('--from <number>', 'caller; the called number when left out', faxNumber)
    .action(async (name: string, options: ActOptions & { to: string; from?: string }) => {
      await act(options, async (installation) => {
        const { testCalls } = await installation.sending();
        const ends = { to: options.to, from: options.from ?? options.to };
        const { verdict } = accepted(await testCalls.call(name, ends, new AbortController().signal));
        const words = verdict.ok || verdict.detail === '' ? '' : `The line says: ${verdict.detail}.`;
        const text = [verdict.text, words, verdict.advice].filter(Boolean).join(' ');
        return { ...oneRow({ ...verdict }), text, good: verdict.ok };
      });
    });
}

/**
 * The scripts notify the product of arrivals and refuse calls; they must be installed on the HylaFAX server's machine.
 */
function addHylafax(line: Command, act: Act): void {
  line
    .command('hylafax')
    .description('Things to do on the machine of a HylaFAX server')
    .command('install-hooks')
    .description('Scripts that report arrivals at once and refuse blocked callers before they are answered')
    .option('--spool <folder>', 'of the server', '/var/spool/hylafax')
    .action(async (options: ActOptions & { spool: string }) => {
      await act(options, async ({ config }) => {
        const { uid } = await stat(config.dataDir);
        const outcome = accepted(await installHooks(options.spool, uid));
        const { folder, changed } = outcome;
        return { json: { folder, changed }, rows: [{ folder, changed: changed.join(' ') }] };
      });
    });
}

function addAdd(line: Command, act: Act, kinds: readonly LineKind[]): void {
  const names = kinds.map(({ kind }) => kind);
  const add = line
    .command('add')
    .description('Puts a line into use')
    .addOption(new Option('--kind <kind>', 'how it places calls').choices(names).makeOptionMandatory())
    .option('--name <name>', 'the kind when left out')
    .option('--pattern <pattern>', 'numbers that it reaches, like +1212* (joined by comma)')
    .option('--priority <n>', 'low first; 100 when left out', count)
    .option('--price <cents>', 'of a page: of lines with one priority the cheapest is tried first', amount)
    .option('--channels <n>', 'calls at a time', count)
    .option('--hours <times>', 'when it is used, like "mon-fri 08:00-18:00"; "" for always');
  addFields(add, kinds);
  add
    .option('--install', 'hylafax: sets the server up on this machine, as root')
    .option('--modem <device>', 'hylafax, with --install: like ttyUSB0')
    .option('--number <number>', 'hylafax, with --install: of its telephone line', faxNumber);
  add.action(async (options: AddOptions) => {
    const { json, kind, name, pattern, priority, price, channels, hours } = options;
    const fields = kinds.find((known) => known.kind === kind)?.fields ?? [];
    const config = await configOf(fields, add.opts());
    const given = { kind, name, pattern, priority, price, channels, hours };
    await act({ json: json === true }, async (installation) => {
      if (options.install !== true)
        return answer(await (await installation.lines()).addLine({ ...given, config }));
      const { change, left } = await addInstalledLine(installation, given, options);
      const added = answer(change);
      return {
        ...added,
        json: { ...added.json, left },
        ...(left.length > 0 && { note: left.join('\n') }),
      };
    });
  });
}

/** Adds `line set`; options that are not given leave their settings unchanged. */
function addSet(line: Command, act: Act, kinds: readonly LineKind[]): void {
  const set = line
    .command('set')
    .description('Changes a line; what is not given stays as it is, and calls that are on go on')
    .argument('<name>', 'of the line; line list shows them')
    .option('--pattern <pattern>', 'numbers that it reaches, like +1212* (joined by comma)')
    .option('--priority <n>', 'low first', count)
    .option('--price <cents>', 'of a page', amount)
    .option('--channels <n>', 'calls at a time', count)
    .option('--hours <times>', 'when it is used, like "mon-fri 08:00-18:00"; "" for always');
  addFields(set, kinds);
  set.action(
    async (name: string, { json, pattern, priority, price, channels, hours }: ActOptions & AddOptions) => {
      await act({ json: json === true }, async (installation) => {
        const admin = await installation.lines();
        const kind = (await admin.listLines()).find((one) => one.name === name)?.kind;
        const config = await configOf(kinds.find((known) => known.kind === kind)?.fields ?? [], set.opts());
        return answer(
          await admin.setLine(name, { pattern, priority, price, channels, hours, config }, kinds),
        );
      });
    },
  );
}

/** Adds the options of every kind's fields; several kinds may have one of the same name. */
function addFields(command: Command, kinds: readonly LineKind[]): void {
  const all = new Map<string, string[]>();
  for (const { kind, fields } of kinds)
    for (const { option, label, hint, secret } of fields) {
      if (option === undefined) continue;
      const about = `${kind}: ${secret ? `${label}, on stdin` : (hint ?? label)}`;
      all.set(option, [...(all.get(option) ?? []), about]);
    }
  for (const [option, about] of all) command.option(option, about.join('; '));
}

/** Returns the given fields by name; secrets are read from stdin, one per line in the order of the fields. */
async function configOf(
  fields: readonly LineField[],
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const config: Record<string, string> = {};
  for (const { name, secret } of fields) {
    const value = given[name];
    if (!secret && typeof value === 'string') config[name] = value;
  }
  const piped = fields.filter(({ name, secret }) => secret && given[`${name}Stdin`] === true);
  const secrets = await readSecrets(process.stdin, piped.length);
  for (const [index, { name }] of piped.entries()) config[name] = secrets[index] ?? '';
  return config;
}

type Change = 'drainLine' | 'turnOnLine' | 'removeLine';

function addChange(line: Command, act: Act, verb: string, description: string, change: Change): void {
  line
    .command(verb)
    .description(description)
    .argument('<name>', 'of the line; line list shows them')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async (installation) => answer(await (await installation.lines())[change](name)));
    });
}

function answer(change: LineChange): Answer {
  const { line } = accepted(change);
  return { json: wire(line), rows: [row(line)] };
}

function wire({ name, kind, pattern, state, webhookUrl }: ListedLine) {
  return { name, kind, pattern, state, webhookUrl };
}

function row({ name, kind, pattern, priority, price, channels, hours, busy, state, fault }: ListedLine) {
  return { name, kind, pattern, priority, price, channels, hours, busy, state, fault: fault ?? '' };
}
