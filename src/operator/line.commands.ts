import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import type { LineChange } from '#server/features/lines/manage-lines.ts';
import type { StoredLine } from '#server/features/lines/lines.service.ts';

import type { Act } from './act.ts';
import { count, readSecret } from './arguments.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';

const KINDS = ['hylafax', 'telnyx', 'simulator'] as const;

interface AddOptions {
  json?: boolean;
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

/** line add | list | test | drain | on | remove */
export function addLineCommands(program: Command, act: Act): void {
  const line = program.command('line').description('Ways out to the telephone network');
  addAdd(line, act);
  line
    .command('list')
    .option('--json')
    .action(async (options: { json?: boolean }) => {
      await act(options, async ({ lines }) => {
        const all = await (await lines()).listLines();
        return { json: { lines: all.map(wire) }, rows: all.map(row) };
      });
    });
  line
    .command('test')
    .argument('<name>')
    .option('--json')
    .action(async (name: string, options: { json?: boolean }) => {
      await act(options, async ({ lines }) => {
        const health = await (await lines()).testLine(name);
        return { ...oneRow({ ok: health.ok, reason: health.ok ? '' : health.reason }), good: health.ok };
      });
    });
  addChange(line, act, 'drain', 'No new calls; those under way go on', 'drainLine');
  addChange(line, act, 'on', 'Takes calls again', 'turnOnLine');
  addChange(line, act, 'remove', 'Takes the line out of use for good', 'removeLine');
}

function addAdd(line: Command, act: Act): void {
  line
    .command('add')
    .requiredOption('--kind <kind>', KINDS.join(', '), kind)
    .option('--name <name>', 'the kind when left out')
    .option('--pattern <pattern>', 'numbers that it reaches, like +1212* (joined by comma)')
    .option('--priority <n>', 'low first; 100 when left out', count)
    .option('--channels <n>', 'calls at a time', count)
    .option('--url <url>', 'hylafax: hylafax://USER:PASSWORD@HOST:PORT')
    .option('--api-base <url>', 'telnyx')
    .option('--connection <id>', 'telnyx')
    .option('--webhook-key <key>', 'telnyx')
    .option('--api-key-stdin', 'telnyx: the key comes on stdin')
    .option('--json')
    .action(async (options: AddOptions) => {
      const { json, url, apiBase, connection, webhookKey, apiKeyStdin, ...rest } = options;
      const apiKey = apiKeyStdin === true ? await readSecret(process.stdin) : undefined;
      const given = { url, apiBase, connection, webhookKey, apiKey };
      const config = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await act({ json: json === true }, async ({ lines }) =>
        answer(await (await lines()).addLine({ ...rest, config })),
      );
    });
}

type Change = 'drainLine' | 'turnOnLine' | 'removeLine';

function addChange(line: Command, act: Act, verb: string, description: string, change: Change): void {
  line
    .command(verb)
    .description(description)
    .argument('<name>')
    .option('--json')
    .action(async (name: string, options: { json?: boolean }) => {
      await act(options, async ({ lines }) => answer(await (await lines())[change](name)));
    });
}

function kind(written: string): AddOptions['kind'] {
  const known = KINDS.find((name) => name === written);
  if (!known) throw new InvalidArgumentError(`A line is one of ${KINDS.join(', ')}.`);
  return known;
}

function answer(change: LineChange): Answer {
  if (change.kind === 'refused') throw new CommandRefusal(change.reason);
  return { json: wire(change.line), rows: oneRow(row(change.line)).rows };
}

/** Lines that are told of arrivals by their carrier have an address for it; none of the kinds here is. */
function wire({ name, kind: lineKind, pattern, state }: StoredLine) {
  return { name, kind: lineKind, pattern, state, webhookUrl: null };
}

function row({ name, kind: lineKind, pattern, priority, channels, busy, state }: StoredLine) {
  return { name, kind: lineKind, pattern, priority, channels, busy, state };
}
