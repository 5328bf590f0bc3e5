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

/** Stands for the rest of a command. */
const REST = /(^|[\s=])…(?=\s|$)/u;

/** The line on stdout that says that the product runs. */
const READY_LINE = /^ready at /u;

/** Runs the product until somebody ends it: no test does that by the way. */
export const RUNS_ON = /^start(?: |$)/u;

/** The pages that name commands. */
export async function listPages(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'docs'), { recursive: true });
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`);
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...pages];
}

/** Every `npx f2e …` of a page, and every line of a block that begins with f2e; a comment behind it is none of it. */
export async function commandsOf(page: string): Promise<Written[]> {
  const all = await find(page, /(?:npx f2e|^ *f2e) ([^\n`#]+)/gmu);
  return all.filter(({ command }) => !REST.test(command));
}

/** What sentences of a page name without saying all of it. */
export async function mentionsOf(page: string): Promise<Written[]> {
  const named = await find(page, /`f2e ([^\n`]+)`/gu);
  const begun = (await find(page, /`npx f2e ([^\n`]+)`/gu)).filter(({ command }) => REST.test(command));
  return [...named, ...begun]
    .map(({ command }) => ({ page, command: command.replace(REST, '$1').trim() }))
    .filter(({ command }) => command !== '' && !READY_LINE.test(command));
}

async function find(page: string, pattern: RegExp): Promise<Written[]> {
  const text = (await readFile(join(ROOT, page), 'utf8')).replaceAll(/\\\n\s*/g, ' ');
  const found = [...text.matchAll(pattern)].map(([, command]) => command?.trim() ?? '');
  return found.filter((command) => command !== '').map((command) => ({ page, command }));
}

/** Splits like a shell, as far as our pages need it. */
export function words(command: string): string[] {
  const [own = ''] = command.split(/\s[|>&]\s/u);
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => {
    const word = one ?? two ?? three ?? '';
    return PLACEHOLDERS[word] ?? word;
  });
}
