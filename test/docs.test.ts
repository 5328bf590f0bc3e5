import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { buildProgram } from '#operator/command-line.ts';

import { commandsOf, listPages, words } from './docs-commands.ts';

const ROOT = join(import.meta.dirname, '..');

const pages = await listPages();
const written = (await Promise.all(pages.map(commandsOf))).flat();

describe('the pages', () => {
  it.each(written)('$page: f2e $command', async ({ command }) => {
    const typed = vi.spyOn(process, 'stdin', 'get');
    const secrets = Math.max(1, command.split('-stdin').length - 1);
    typed.mockReturnValue(Readable.from(['Right-horse-7\n'.repeat(secrets)]) as typeof process.stdin);
    onTestFinished(() => typed.mockRestore());
    let reached = false;
    const program = await buildProgram(async () => {
      reached = true;
      await Promise.resolve();
    });
    await program.parseAsync(words(command), { from: 'user' });
    expect(reached).toBe(true);
  });

  it('lead only to what is there', async () => {
    const missing: string[] = [];
    const names = new Set(
      await readdir(ROOT, { recursive: true }).then((all) =>
        all.filter((name) => !name.startsWith('node_modules')),
      ),
    );
    for (const page of pages) {
      const text = await readFile(join(ROOT, page), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        if (!names.has(join(dirname(page), target))) missing.push(`${page}: ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
