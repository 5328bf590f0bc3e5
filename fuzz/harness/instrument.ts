import { parse } from 'acorn';
import type { Node, Program } from 'acorn';
import { simple } from 'acorn-walk';

/** One byte for each counter; with more branches than this, counters are shared. */
export const MOST_COUNTERS = 1 << 16;

/** Source code with a counter in every branch. */
export interface Instrumented {
  code: string;
  /** The next free counter. */
  next: number;
  /** String and number literals of the source, as a dictionary for mutations. */
  words: Uint8Array[];
}

/** Name of the global variable with the counters. */
export const COUNTERS = '__fuzzCounters';

/** Text to insert into the source, by position. */
class Insertions {
  readonly #at = new Map<number, { close: string; open: string }>();

  /** Children are visited before parents, so the text of a parent goes outside that of its children. */
  around({ start, end }: Node, open: string, close: string): void {
    this.#place(start).open = open + this.#place(start).open;
    this.#place(end).close += close;
  }

  before(position: number, text: string): void {
    this.#place(position).open = text + this.#place(position).open;
  }

  apply(source: string): string {
    let code = '';
    let from = 0;
    for (const [at, { close, open }] of [...this.#at].sort(([a], [b]) => a - b)) {
      code += source.slice(from, at) + close + open;
      from = at;
    }
    return code + source.slice(from);
  }

  #place(at: number) {
    const place = this.#at.get(at) ?? { close: '', open: '' };
    this.#at.set(at, place);
    return place;
  }
}

/**
 * Adds a counter to every function, branch and loop of plain JavaScript; line numbers stay. Returns code that cannot
 * be parsed unchanged.
 */
export function instrument(source: string, sourceType: 'module' | 'script', first: number): Instrumented {
  const code = source.replace(/^#!.*/, '');
  const words: Uint8Array[] = [];
  let ast: Program;
  try {
    ast = parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true });
  } catch {
    return { code: source, next: first, words };
  }
  const inserted = new Insertions();
  let next = first;
  const count = () => `${COUNTERS}[${next++ % MOST_COUNTERS}]++`;
  const statement = (node: Node | null | undefined) => {
    if (!node) return;
    if (node.type === 'BlockStatement') inserted.before(node.start + 1, `${count()};`);
    else inserted.around(node, `{${count()};`, '}');
  };
  const expression = (node: Node) => inserted.around(node, `(${count()},`, ')');
  const body = (node: { body: Node; expression?: boolean }) =>
    node.body.type === 'BlockStatement' ? afterDirectives(node.body) : expression(node.body);
  const afterDirectives = (block: Node) => {
    const directives = (block as unknown as Program).body.filter((one) => 'directive' in one);
    inserted.before(directives.at(-1)?.end ?? block.start + 1, `;${count()};`);
  };
  simple(ast, {
    FunctionDeclaration: body,
    FunctionExpression: body,
    ArrowFunctionExpression: body,
    IfStatement: (node) => (statement(node.consequent), statement(node.alternate)),
    ForStatement: (node) => statement(node.body),
    ForInStatement: (node) => statement(node.body),
    ForOfStatement: (node) => statement(node.body),
    WhileStatement: (node) => statement(node.body),
    DoWhileStatement: (node) => statement(node.body),
    CatchClause: (node) => statement(node.body),
    ConditionalExpression: (node) => (expression(node.consequent), expression(node.alternate)),
    LogicalExpression: (node) => expression(node.right),
    SwitchCase: ({ consequent: [begin] }) => begin && inserted.before(begin.start, `${count()};`),
    Literal: (node) => words.push(...wordsOf(node)),
    TemplateElement: ({ value }) => words.push(...textWords(value.cooked ?? '')),
  });
  const top = ast.body.filter((one) => 'directive' in one).at(-1)?.end ?? 0;
  inserted.before(top, `;const ${COUNTERS}=globalThis.${COUNTERS};`);
  return { code: inserted.apply(code), next, words };
}

/** Longest literal for the dictionary; longer ones are messages, not keywords. */
const LONGEST_WORD = 64;

function textWords(text: string): Uint8Array[] {
  return text.length > 0 && text.length <= LONGEST_WORD ? [Buffer.from(text, 'utf8')] : [];
}

function wordsOf({ value, regex }: { value?: unknown; regex?: { pattern: string } | null }): Uint8Array[] {
  if (regex) {
    const plain = regex.pattern.replaceAll(/\\[dDwWsSbB]/g, ' ').replaceAll(/\\(?=[^A-Za-z0-9])/g, '');
    return plain.split(/[()[\]{}|^$*+?]/).flatMap((part) => (part.trim().length > 1 ? textWords(part) : []));
  }
  if (typeof value === 'string') return textWords(value);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffffffff) return [];
  if (value < 256) return [Buffer.from([value])];
  const wide = Buffer.alloc(4);
  wide.writeUInt32LE(value);
  const little = value < 65_536 ? wide.subarray(0, 2) : wide;
  return [Buffer.from(little), little.toReversed()];
}
