import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { buildProgram } from '#operator/command-line.ts';

const ROOT = join(import.meta.dirname, '..');

interface Written {
  page: string;
  command: string;
}

/** Every `npx f2e …` of a page, in blocks and in sentences; a comment behind it is none of it. */
async function commandsOf(page: string): Promise<Written[]> {
  const text = (await readFile(join(ROOT, page), 'utf8')).replaceAll(/\\\n\s*/g, ' ');
  const found = [...text.matchAll(/npx f2e ([^\n`#]+)/g)].map(([, command]) => command?.trim() ?? '');
  return found.map((command) => ({ page, command }));
}

/** What the reader puts in its place. */
const PLACEHOLDERS: Record<string, string> = { UID: '1', ID: '1', HID: '1', NUMBER: '2125550101' };

/** Splits as a shell does, as far as our pages need it. */
function words(command: string): string[] {
  const [own = ''] = command.split(/\s[|>&]\s/u);
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => {
    const word = one ?? two ?? three ?? '';
    return PLACEHOLDERS[word] ?? word;
  });
}

const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md'];
for (const file of await readdir(join(ROOT, 'docs'))) if (file.endsWith('.md')) pages.push(`docs/${file}`);
const written = (await Promise.all(pages.map(commandsOf))).flat();

describe('the pages', () => {
  it.each(written)('$page: f2e $command', async ({ command }) => {
    const typed = vi.spyOn(process, 'stdin', 'get');
    typed.mockReturnValue(Readable.from(['Right-horse-7\n']) as typeof process.stdin);
    onTestFinished(() => typed.mockRestore());
    let reached = false;
    const program = buildProgram(async () => {
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
      const folder = page.includes('/') ? 'docs' : '';
      for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        if (!names.has(join(folder, target))) missing.push(`${page}: ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
