import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** Folders with texts that people read. */
const FOLDERS = ['src', 'test', 'scripts', 'bench', 'fuzz', 'models', 'docs', 'bin', 'deploy', '.ci'];
/** Files outside these folders. */
const FILES = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  '.env.example',
  'Dockerfile',
  'compose.yaml',
  '.dependency-cruiser.cjs',
  'vite.config.ts',
  'vite.files.config.ts',
  'vitest.config.ts',
];
/** File types of texts; pictures, samples and generated files have others. */
const TEXT = /\.(?:tsx?|m[jt]s|cjs|css|sql|pml|md|tsv|sh|ya?ml|conf|cfg|service|timer|html)$/u;

/** Its column `source` names the origin of a requirement (docs/spec/README.md, section 4), which is not checked. */
const REQUIREMENTS = 'docs/requirements.tsv';

/** Files that contain invalid citations or nonexistent ids, because that is their subject. */
const ABOUT_CITATIONS = new Set([
  'docs/spec/README.md',
  'scripts/proved-ids.test.ts',
  'test/rules/citations.ts',
  'test/rules/citations.test.ts',
]);

/** Migrations applied before docs/spec existed: they can never be edited (docs/spec/README.md, section 3). */
const MIGRATIONS = 'src/engine/database/migrations';
const LAST_FROZEN = '0405';

/** A file of the project. */
export interface Text {
  file: string;
  text: string;
}

/** An invalid citation. */
export interface Fault {
  file: string;
  line: number;
  fault: string;
}

/** The valid targets of citations. */
export interface Citable {
  /** Numbers of sections and decisions by page of docs/spec, without `.md`. */
  sections: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of docs/*.tsv, and the prefixes of their numbers. */
  ids: ReadonlySet<string>;
  areas: ReadonlySet<string>;
}

/** Returns every text in which a citation may occur. */
export function readTexts(): Text[] {
  return [...FILES, ...FOLDERS.flatMap(textsIn)]
    .filter((file) => !ABOUT_CITATIONS.has(file) && !isFrozen(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return { file, text: file === REQUIREMENTS ? withoutSource(text) : text };
    });
}

function textsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => TEXT.test(file) && !file.includes('node_modules'));
}

function isFrozen(file: string): boolean {
  return dirname(file) === MIGRATIONS && basename(file).slice(0, 4) <= LAST_FROZEN;
}

function withoutSource(table: string): string {
  return table.replaceAll(/^([^\t\n]*\t[^\t\n]*\t[^\t\n]*\t)[^\t\n]*/gmu, '$1');
}

/** Returns the sections of docs/spec (headings and first cells that begin with a number) and the ids of the tables. */
export function readCitable(): Citable {
  const pages = readdirSync(join(ROOT, 'docs/spec')).filter((name) => name.endsWith('.md'));
  const tables = ['requirements', 'abuse', 'faults'].map((name) =>
    readFileSync(join(ROOT, `docs/${name}.tsv`), 'utf8'),
  );
  const ids = tables.flatMap((table) =>
    [...table.matchAll(/^([A-Z][\w-]*-\d+)\t/gmu)].map(([, id = '']) => id),
  );
  const sections = pages.map((page): [string, Set<string>] => [
    page.slice(0, -'.md'.length),
    numbersIn(readFileSync(join(ROOT, 'docs/spec', page), 'utf8')),
  ]);
  return { sections: new Map(sections), ids: new Set(ids), areas: areasOf(ids) };
}

/** Returns the prefixes of ids: `LOGIN` of LOGIN-03. */
export function areasOf(ids: readonly string[]): Set<string> {
  return new Set(ids.map((id) => id.replace(/-\d+$/u, '')));
}

/**
 * Returns the numbers of the sections of a page, and of the rows of its tables with a column `id`. Throws on
 * duplicates.
 */
export function numbersIn(page: string): Set<string> {
  const place = /^\| id /mu.test(page) ? /^(?:#{2,4}|\|) (\d+(?:\.\d+)*) /gmu : /^#{2,4} (\d+(?:\.\d+)*) /gmu;
  const found = [...page.matchAll(place)].map(([, number = '']) => number);
  const twice = found.find((number, at) => found.indexOf(number) !== at);
  if (twice !== undefined) throw new Error(`${twice} is there twice`);
  return new Set(found);
}

/** Returns the invalid citations of a text. */
export function faultsIn({ file, text }: Text, citable: Citable): Fault[] {
  return [
    ...sectionFaults(text, citable),
    ...idFaults(text, citable),
    ...retiredForms(text),
    ...missingPages(file, text),
  ].map(({ at, fault }) => ({ file, line: text.slice(0, at).split('\n').length, fault }));
}

interface Found {
  at: number;
  fault: string;
}

/** `spec http-api 4.3, 12.5`, `spec http-api 5.1 to 5.3`, even across a line break of a comment. */
const SPEC = /\bspec ([a-z]+(?:-[a-z]+)*)(?: |\s+\* )(\d+(?:\.\d+)*(?:(?:, | to | and )\d+(?:\.\d+)*)*)/gu;

function sectionFaults(text: string, { sections }: Citable): Found[] {
  return [...text.matchAll(SPEC)].flatMap(({ index, 1: page = '', 2: numbers = '' }) => {
    const known = sections.get(page);
    if (!known) return [{ at: index, fault: `there is no page docs/spec/${page}.md` }];
    return numbers
      .split(/, | to | and /u)
      .filter((number) => !known.has(number))
      .map((number) => ({ at: index, fault: `docs/spec/${page}.md has no section ${number}` }));
  });
}

/** `LOGIN-03`, `A-AUTH-02, -04` (two of them), `F-send-05`. */
const ID = /(?<![\w-])((?:[AF]-)?[A-Z][A-Z0-9]*|[AF]-[A-Za-z0-9]+)-(\d{2,3})((?:, -\d{2,3})*)(?![\w-])/gu;
/** The same at the beginning of a title, where it is an id in any area. */
const IN_TITLE = /\[([A-Z][A-Z0-9]*(?:-[A-Za-z0-9]+)?-\d{2,3})\]/gu;

/**
 * Ids of attacks and faults are recognized by their form, those of requirements by their area: `UTF-16` is not an id.
 */
function idFaults(text: string, { ids, areas }: Citable): Found[] {
  const named = [...text.matchAll(ID)]
    .filter(({ 1: area = '' }) => areas.has(area) || /^[AF]-/u.test(area))
    .flatMap(({ index, 1: area = '', 2: first = '', 3: rest = '' }) =>
      [first, ...rest.split(', -').slice(1)].map((number) => ({ at: index, id: `${area}-${number}` })),
    );
  const inTitles = [...text.matchAll(IN_TITLE)]
    .map(({ index, 1: id = '' }) => ({ at: index, id }))
    .filter(({ id }) => !named.some((one) => one.id === id));
  return [...named, ...inTitles]
    .filter(({ id }) => !ids.has(id))
    .map(({ at, id }) => ({ at, fault: `docs/*.tsv have no ${id}` }));
}

/** References to texts that are not in the repository. */
const RETIRED = [
  /\bcontract \d/giu,
  /\bD[12] ?§/gu,
  /\bdecisions? [A-C]\d/giu,
  /\bentities \d/gu,
  /\bdesign (?:§|README|section)/gu,
  /\bfacts of (?:section|the field)/gu,
  /\bthe documents (?:demand|have it|show|spell|want)\b/giu,
];

function retiredForms(text: string): Found[] {
  return RETIRED.flatMap((form) =>
    [...text.matchAll(form)].map(({ index, 0: found }) => ({
      at: index,
      fault: `“${found}” is no citation any more`,
    })),
  );
}

/** Pages that a text names: `docs/mail.md`, or `mail.md` in the same folder. */
const PAGE = /(?<![\w./-])(?:\.{1,2}\/)*[A-Za-z][\w./-]*\.md\b/gu;

function missingPages(file: string, text: string): Found[] {
  const folders = [dirname(file), '', 'docs'];
  return [...text.matchAll(PAGE)]
    .filter(({ 0: page }) => !folders.some((folder) => existsSync(join(ROOT, folder, page))))
    .map(({ index, 0: page }) => ({ at: index, fault: `there is no ${page}` }));
}
