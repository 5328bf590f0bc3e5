import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** One command of a page of the documentation. */
export interface Written {
  page: string;
  command: string;
}

/** What the reader puts in its place. */
const PLACEHOLDERS: Record<string, string> = { UID: '1', ID: '1', HID: '1', NUMBER: '2125550101' };

/** The pages that name commands. */
export async function listPages(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'docs'), { recursive: true });
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`);
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...pages];
}

/** Every `npx f2e …` of a page, in blocks and in sentences; a comment behind it is none of it. */
export async function commandsOf(page: string): Promise<Written[]> {
  const text = (await readFile(join(ROOT, page), 'utf8')).replaceAll(/\\\n\s*/g, ' ');
  const found = [...text.matchAll(/npx f2e ([^\n`#]+)/g)].map(([, command]) => command?.trim() ?? '');
  return found.map((command) => ({ page, command }));
}

/** Splits as a shell does, as far as our pages need it. */
export function words(command: string): string[] {
  const [own = ''] = command.split(/\s[|>&]\s/u);
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => {
    const word = one ?? two ?? three ?? '';
    return PLACEHOLDERS[word] ?? word;
  });
}
