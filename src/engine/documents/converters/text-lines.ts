/** Columns of a printed line; with LINES, the convention of line printers and terminals. */
export const COLUMNS = 80;
/** Lines of one page. */
export const LINES = 60;

const TAB = 8;

/** East Asian wide characters and emoji take two columns (UAX 11, the blocks in practical use). */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
/** Marks and joiners take no column. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Terminal color and cursor sequences (ECMA-48 CSI, OSC), and control characters that print nothing. */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[\u0000-\u0008\u000B\u000E-\u001F\u007F]/g;

function columnsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  let column = 0;
  for (const character of line) {
    const width = character === '\t' ? TAB - (column % TAB) : columnsOf(character);
    expanded += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return expanded;
}

/**
 * Breaks a long line at its last space that fits, or hard if there is none (a 10 MB line may have none).
 * Lazy: the caller stops at its page limit.
 */
function* wrapLine(line: string): Generator<string> {
  let start = 0;
  let column = 0;
  let space = -1;
  let at = 0;
  for (const character of line) {
    const width = columnsOf(character);
    if (column + width > COLUMNS) {
      const cut = space > start ? space + 1 : at;
      yield line.slice(start, cut).trimEnd();
      start = cut;
      space = -1;
      column = 0;
      for (const kept of line.slice(start, at)) column += columnsOf(kept);
    }
    if (character === ' ') space = at;
    column += width;
    at += character.length;
  }
  yield line.slice(start).trimEnd();
}

/** Lays text out in lines and pages. A form feed starts a page; stops after `maxPages`, so bombs stay cheap. */
export function paginate(text: string, maxPages: number): string[][] {
  const pages: string[][] = [];
  const clean = text.replace(UNPRINTABLE, '').replace(/\r\n?/g, '\n').replace(/\f$/, '');
  for (const sheet of clean.split('\f')) {
    let page: string[] = [];
    pages.push(page);
    for (const line of sheet.replace(/\n$/, '').split('\n')) {
      for (const printed of wrapLine(expandTabs(line))) {
        if (page.length === LINES) {
          page = [];
          pages.push(page);
        }
        if (pages.length > maxPages) return pages.slice(0, maxPages);
        page.push(printed);
      }
    }
    if (pages.length >= maxPages) return pages.slice(0, maxPages);
  }
  return pages;
}
