import { stat } from 'node:fs/promises';

import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { installHooks } from '#engine/fax-line/hylafax/install-hooks.ts';
import { webhookUrlOf } from '#server/composition/engines.ts';
import type { LineChange } from '#server/features/faxes/lines/manage-lines.ts';
import type { StoredLine } from '#server/features/faxes/lines/lines.service.ts';

import type { Act, ActOptions } from './act.ts';
import { count, readSecret } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

const KINDS = ['hylafax', 'telnyx', 'simulator'] as const;

interface AddOptions extends ActOptions {
  kind: (typeof KINDS)[number];
  name?: string;
  pattern?: string;
  priority?: number;
  channels?: number;
  url?: string;
  apiBase?: string;
  connection?: string;
  webhookKey?: string;
  apiKeyStdin?: boolean;
}

/** line add | list | test | drain | on | remove | hylafax install-hooks */
export function addLineCommands(program: Command, act: Act): void {
  const line = program.command('line').description('Ways out to the telephone network');
  addAdd(line, act);
  line
    .command('list')
    .description('Every line and how it is')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const all = await (await installation.lines()).listLines();
        return { json: { lines: all.map((stored) => wire(stored, installation)) }, rows: all.map(row) };
      });
    });
  line
    .command('test')
    .description('Asks the line itself whether it works')
    .argument('<name>', 'of the line; line list shows them')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async ({ lines }) => {
        const health = await (await lines()).testLine(name);
        const answered = oneRow({ ok: health.ok, reason: health.ok ? '' : health.reason });
        return { ...answered, text: health.ok ? 'The line works.' : health.reason, good: health.ok };
      });
    });
  addChange(line, act, 'drain', 'No new calls; those under way go on', 'drainLine');
  addChange(line, act, 'on', 'Takes calls again', 'turnOnLine');
  addChange(line, act, 'remove', 'Takes the line out of use for good', 'removeLine');
  addHylafax(line, act);
}

/** The server is woken and refuses calls by scripts, which have to be on its machine. */
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

function addAdd(line: Command, act: Act): void {
  line
    .command('add')
    .description('Puts a line into use')
    .requiredOption('--kind <kind>', KINDS.join(', '), kind)
    .option('--name <name>', 'the kind when left out')
    .option('--pattern <pattern>', 'numbers that it reaches, like +1212* (joined by comma)')
    .option('--priority <n>', 'low first; 100 when left out', count)
    .option('--channels <n>', 'calls at a time', count)
    .option(
      '--url <url>',
      'hylafax: hylafax://USER:PASSWORD@HOST:PORT?admin=PASSWORD&modem=…&dial=10&did=…&hooks=…',
    )
    .option('--api-base <url>', 'telnyx: https://api.telnyx.com/v2 when left out')
    .option('--connection <id>', 'telnyx: its fax application')
    .option('--webhook-key <key>', 'telnyx: the public key that its webhooks are signed with')
    .option('--api-key-stdin', 'telnyx: the key comes on stdin')
    .action(async (options: AddOptions) => {
      const { json, url, apiBase, connection, webhookKey, apiKeyStdin, ...rest } = options;
      const apiKey = apiKeyStdin === true ? await readSecret(process.stdin) : undefined;
      const given = { url, apiBase, connection, webhookKey, apiKey };
      const config = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await act({ json: json === true }, async (installation) =>
        answer(await (await installation.lines()).addLine({ ...rest, config }), installation),
      );
    });
}

type Change = 'drainLine' | 'turnOnLine' | 'removeLine';

function addChange(line: Command, act: Act, verb: string, description: string, change: Change): void {
  line
    .command(verb)
    .description(description)
    .argument('<name>', 'of the line; line list shows them')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async (installation) =>
        answer(await (await installation.lines())[change](name), installation),
      );
    });
}

function kind(written: string): AddOptions['kind'] {
  const known = KINDS.find((name) => name === written);
  if (!known) throw new InvalidArgumentError(`A line is one of ${KINDS.join(', ')}.`);
  return known;
}

function answer(change: LineChange, installation: Installation): Answer {
  const { line } = accepted(change);
  return { json: wire(line, installation), rows: [row(line)] };
}

/** Lines that are told of arrivals by their carrier have an address for it. */
function wire(
  { name, kind: lineKind, pattern, state }: StoredLine,
  { config }: Pick<Installation, 'config'>,
) {
  const webhookUrl = lineKind === 'telnyx' ? webhookUrlOf(config, name) : null;
  return { name, kind: lineKind, pattern, state, webhookUrl };
}

function row({ name, kind: lineKind, pattern, priority, channels, busy, state, fault }: StoredLine) {
  return { name, kind: lineKind, pattern, priority, channels, busy, state, fault: fault ?? '' };
}
