import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** A command on a page of the documentation. */
export interface Written {
  page: string;
  command: string;
}

/** Values that replace placeholders. */
const PLACEHOLDERS: Record<string, string> = { UID: '1', ID: '1', HID: '1', NUMBER: '2125550101' };

/** Returns the pages that contain commands. */
export async function listPages(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'docs'), { recursive: true });
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`);
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...pages];
}

/** Returns every `npx f2e …` on a page, in blocks and in sentences, without trailing comments. */
export async function commandsOf(page: string): Promise<Written[]> {
  const text = (await readFile(join(ROOT, page), 'utf8')).replaceAll(/\\\n\s*/g, ' ');
  const found = [...text.matchAll(/npx f2e ([^\n`#]+)/g)].map(([, command]) => command?.trim() ?? '');
  return found.map((command) => ({ page, command }));
}

/** Splits like a shell, as far as our pages need it. */
export function words(command: string): string[] {
  const [own = ''] = command.split(/\s[|>&]\s/u);
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => {
    const word = one ?? two ?? three ?? '';
    return PLACEHOLDERS[word] ?? word;
  });
}
