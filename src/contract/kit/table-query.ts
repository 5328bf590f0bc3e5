/** The encoded table query of both lists (spec http-api 3): what the server accepts, and what our client builds. */

/** Maximum number of columns; a request with more is probing the parser. */
const MAX_COLUMNS = 40;
/** Maximum number of rows per page; larger values, or -1 («all»), become this (spec http-api 3). */
export const MAX_LENGTH = 500;
/** Maximum length of a search text; longer texts are cut, never refused (INBOX-04). */
export const MAX_SEARCH = 32;
/** Larger than any mailbox; keeps offset arithmetic within safe integers. */
const MAX_START = 1_000_000_000;

/** The columns of one list, in the order of the contract, and which can be sorted, searched and filtered. */
export interface TableSpec<Column extends string, Sort extends Column, Filter extends string> {
  readonly columns: readonly Column[];
  readonly sortable: readonly Sort[];
  readonly searchable: readonly Column[];
  readonly filters: readonly Filter[];
  readonly aliases?: Readonly<Record<string, Column>>;
  readonly defaultSort: { readonly by: Sort; readonly dir: Direction };
}
export type Direction = 'asc' | 'desc';

/** A parsed query; `filters` holds only names of the spec, `notEmpty` the columns requested with `.+`. */
export interface TableQuery<Column extends string, Sort extends Column, Filter extends string> {
  draw: number;
  start: number;
  length: number;
  sort: { by: Sort; dir: Direction }[];
  search: string[];
  searchIn: Column[];
  filters: Partial<Record<Filter, string>>;
  notEmpty: Column[];
}

export type ParsedTable<C extends string, S extends C, F extends string> =
  | { kind: 'ok'; query: TableQuery<C, S, F> }
  | { kind: 'bad'; error: 'UNKNOWN_COLUMN' | 'BAD_REQUEST' };

type Pairs = Readonly<Record<string, string | readonly string[] | undefined>>;
interface RawColumn {
  data: string;
  searchable: boolean;
  orderable: boolean;
  value: string;
  regex: boolean;
}

/** Parses the decoded pairs of a query string; unknown keys under the protocol's prefixes are ignored. */
export function parseTableQuery<C extends string, S extends C, F extends string>(
  pairs: Pairs,
  spec: TableSpec<C, S, F>,
): ParsedTable<C, S, F> {
  const start = integer(pairs, 'start', 0);
  const length = integer(pairs, 'length', 100);
  const raw = readColumns(pairs);
  if (start === null || length === null || start < 0 || raw === null)
    return { kind: 'bad', error: 'BAD_REQUEST' };
  const named = new Map<number, { name: C | F; column: RawColumn }>();
  for (const [index, column] of raw) {
    const name = columnName(column.data, spec);
    if (name === null) return { kind: 'bad', error: 'UNKNOWN_COLUMN' };
    if (name !== '') named.set(index, { name, column });
  }
  return {
    kind: 'ok',
    query: {
      draw: Math.trunc(Number(single(pairs, 'draw'))) || 0,
      start: Math.min(start, MAX_START),
      length: length < 1 || length > MAX_LENGTH ? MAX_LENGTH : length,
      sort: readOrder(pairs, named, spec),
      search: lowerLetters(single(pairs, 'search[value]').trim().slice(0, MAX_SEARCH))
        .split(/\s+/)
        .filter(Boolean),
      searchIn: searchColumns(named, spec),
      ...readFilters(named, spec),
    },
  };
}

/**
 * Converts to lowercase letter by letter, as the database does with the searched text. JavaScript would convert whole
 * words, which may end in another sigma, and turn «İ» into two letters. Of the two small sigmas it keeps σ; if a word
 * has one, the searched text is compared with its ς as σ.
 */
export function lowerLetters(text: string): string {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0])
    .join('')
    .replaceAll('ς', 'σ');
}

function single(pairs: Pairs, key: string): string {
  const value = pairs[key];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function integer(pairs: Pairs, key: string, absent: number): number | null {
  const value = single(pairs, key).trim();
  if (value === '') return absent;
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : null;
}

function readColumns(pairs: Pairs): Map<number, RawColumn> | null {
  const columns = new Map<number, RawColumn>();
  for (const key of Object.keys(pairs)) {
    const index = /^columns\[(\d{1,4})\]\[data\]$/.exec(key)?.[1];
    if (index === undefined) continue;
    const of = (rest: string) => single(pairs, `columns[${index}]${rest}`);
    columns.set(Number(index), {
      data: of('[data]'),
      searchable: of('[searchable]') !== 'false',
      orderable: of('[orderable]') !== 'false',
      value: of('[search][value]').trim(),
      regex: of('[search][regex]') === 'true',
    });
  }
  return columns.size > MAX_COLUMNS ? null : columns;
}

/**
 * Returns the column that a client names: by name, alias, or position in the contract's list; '' for a column without
 * data, null for an unknown one.
 */
function columnName<C extends string, S extends C, F extends string>(
  data: string,
  spec: TableSpec<C, S, F>,
): C | F | '' | null {
  if (data === '') return '';
  if (/^\d{1,3}$/.test(data)) return spec.columns[Number(data)] ?? null;
  const alias = spec.aliases && Object.hasOwn(spec.aliases, data) ? spec.aliases[data] : undefined;
  if (alias) return alias;
  return spec.columns.find((name) => name === data) ?? spec.filters.find((name) => name === data) ?? null;
}

type Named<C, F> = ReadonlyMap<number, { name: C | F; column: RawColumn }>;

function readOrder<C extends string, S extends C, F extends string>(
  pairs: Pairs,
  named: Named<C, F>,
  spec: TableSpec<C, S, F>,
) {
  const sort: { by: S; dir: Direction }[] = [];
  for (let j = 0; j < MAX_COLUMNS; j++) {
    const index = single(pairs, `order[${j}][column]`);
    if (index === '') break;
    const entry = named.get(Number(index));
    const by = spec.sortable.find((name) => name === entry?.name);
    const dir = single(pairs, `order[${j}][dir]`) === 'desc' ? 'desc' : 'asc';
    if (by && entry?.column.orderable && !sort.some((known) => known.by === by)) sort.push({ by, dir });
  }
  return sort.length > 0 ? sort : [{ ...spec.defaultSort }];
}

/**
 * Returns the columns of the global search: those searchable both in the request and in the contract; all if none are
 * named.
 */
function searchColumns<C extends string, S extends C, F extends string>(
  named: Named<C, F>,
  spec: TableSpec<C, S, F>,
): C[] {
  if (named.size === 0) return [...spec.searchable];
  const asked = new Set(
    [...named.values()].filter((entry) => entry.column.searchable).map((entry) => entry.name),
  );
  return spec.searchable.filter((name) => asked.has(name));
}

function readFilters<C extends string, S extends C, F extends string>(
  named: Named<C, F>,
  spec: TableSpec<C, S, F>,
) {
  const filters: Partial<Record<F, string>> = {};
  const notEmpty: C[] = [];
  for (const { name, column } of named.values()) {
    if (column.value === '') continue;
    const filter = spec.filters.find((known) => known === name);
    if (filter) filters[filter] = column.value;
    else if (column.regex && column.value === '.+') notEmpty.push(name as C);
  }
  return { filters, notEmpty };
}

/** A list page's request; `filters` are per-column values, `notEmpty` becomes the `.+` regex. */
export interface TableRequest<C extends string, S extends C, F extends string> {
  start: number;
  length: number;
  sort: { by: S; dir: Direction };
  search?: string;
  filters?: Partial<Record<F, string>>;
  notEmpty?: readonly C[];
}

/** Builds the query pairs that a DataTables client would send (spec http-api 3). */
export function buildTableQuery<C extends string, S extends C, F extends string>(
  request: TableRequest<C, S, F>,
  spec: TableSpec<C, S, F>,
): [string, string][] {
  const names: (C | F)[] = [...new Set<C | F>([...spec.columns, ...spec.filters])];
  const pairs: [string, string][] = [['draw', '1']];
  names.forEach((name, i) => {
    const notEmpty = request.notEmpty?.some((known) => known === name) ?? false;
    const value = notEmpty ? '.+' : (request.filters?.[name as F] ?? '');
    pairs.push(
      [`columns[${i}][data]`, name],
      [`columns[${i}][searchable]`, String(spec.searchable.some((known) => known === name))],
      [`columns[${i}][orderable]`, String(spec.sortable.some((known) => known === name))],
      [`columns[${i}][search][value]`, value],
      [`columns[${i}][search][regex]`, String(notEmpty)],
    );
  });
  pairs.push(
    ['order[0][column]', String(names.indexOf(request.sort.by))],
    ['order[0][dir]', request.sort.dir],
    ['start', String(request.start)],
    ['length', String(request.length)],
    ['search[value]', request.search ?? ''],
    ['search[regex]', 'false'],
  );
  return pairs;
}
