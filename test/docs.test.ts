import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { CommanderError } from 'commander';

import { leavesOf } from '#operator/command-tree.ts';
import { buildProgram } from '#operator/command-line.ts';

import { RUNS_ON, commandsOf, listPages, mentionsOf, words } from './docs-commands.ts';
import type { Written } from './docs-commands.ts';

const ROOT = join(import.meta.dirname, '..');

const pages = await listPages();
const [written, mentioned] = await Promise.all([all(commandsOf), all(mentionsOf)]);

/** What a function finds on every page, without what runs on. */
async function all(find: typeof commandsOf): Promise<Written[]> {
  const found = (await Promise.all(pages.map(find))).flat();
  return found.filter(({ command }) => !RUNS_ON.test(command));
}

/** What a sentence may leave out; `help` stands for the words that several commands begin with. */
const LEFT_OUT = new Set([
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
  'commander.help',
  'commander.helpDisplayed',
]);

/** True for the refusal of a command that wants more than the sentence names. */
function leavesOut(error: unknown): boolean {
  return (
    error instanceof CommanderError && (LEFT_OUT.has(error.code) || error.message.startsWith('Name one'))
  );
}

/** Reads a command line; true when its command was reached. Throws CommanderError. */
async function understand(args: readonly string[]): Promise<boolean> {
  const typed = vi.spyOn(process, 'stdin', 'get');
  const secrets = Math.max(1, args.filter((word) => word.endsWith('-stdin')).length);
  typed.mockReturnValue(Readable.from(['Right-horse-7\n'.repeat(secrets)]) as typeof process.stdin);
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    typed.mockRestore();
    printed.mockRestore();
  });
  let reached = false;
  const program = await buildProgram(async () => {
    reached = true;
    await Promise.resolve();
  });
  await program.parseAsync(args, { from: 'user' });
  return reached;
}

describe('the pages', () => {
  it.each(written)('$page: f2e $command', async ({ command }) => {
    expect(await understand(words(command))).toBe(true);
  });

  it.each(mentioned)('$page names f2e $command', async ({ command }) => {
    const outcome: unknown = await understand(words(command)).catch((error: unknown) => error);
    expect(outcome).toSatisfy((found) => typeof found === 'boolean' || leavesOut(found));
  });

  it('name every command', async () => {
    const texts = await Promise.all(pages.map(async (page) => await readFile(join(ROOT, page), 'utf8')));
    const text = texts.join('\n');
    const unnamed = leavesOf(await buildProgram(async () => {}), [])
      .map(([path]) => path)
      .filter((path) => !new RegExp(`f2e ${path}(?![\\w-])`, 'u').test(text));
    expect(unnamed).toEqual([]);
  });

  it('lead only to what is there', async () => {
    const missing: string[] = [];
    const names = new Set(
      await readdir(ROOT, { recursive: true }).then((files) =>
        files.filter((name) => !name.startsWith('node_modules')),
      ),
    );
    for (const page of pages) {
      const text = await readFile(join(ROOT, page), 'utf8');
      for (const [, target = '', anchor] of text.matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)) {
        const file = target === '' ? page : join(dirname(page), target);
        if (!names.has(file) || (anchor !== undefined && !(await headingsOf(file)).includes(anchor)))
          missing.push(`${page}: ${target}#${anchor ?? ''}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

/** The headings of a page as addresses name them: in small letters, without punctuation. */
async function headingsOf(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
