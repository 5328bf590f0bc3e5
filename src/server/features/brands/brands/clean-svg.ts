import { ATTRIBUTES, ELEMENTS, isSafeStyle, isSafeValue } from './svg-allowed.ts';

/** A picture without anything that could run or load; `leftOut` lists the removed parts, for the operator. */
export type CleanSvg = { kind: 'ok'; svg: string; leftOut: string[] } | { kind: 'refused'; reason: string };

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** One piece of a document: a comment, a declaration, an end tag, a start tag, or text. Anything else is refused. */
const PIECE =
  /<!--[\s\S]*?-->|<\?xml[^>]*\?>|<!DOCTYPE[^>[\]]*>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[A-Za-z_][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** The five entities of XML itself; a document's own entities could expand without limit. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Maximum nesting: no program draws deeper, and each level costs memory here and in every browser. */
const MAX_DEPTH = 64;

class Refused extends Error {}

/** Parses an SVG strictly and writes only what the allowlist contains (A-XSS-08). */
export function cleanSvg(source: string): CleanSvg {
  const leftOut = new Set<string>();
  try {
    return { kind: 'ok', svg: rewrite(source.replace(/^\uFEFF/, ''), leftOut), leftOut: [...leftOut] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}

function rewrite(source: string, leftOut: Set<string>): string {
  const open: { name: string; kept: boolean }[] = [];
  let written = '';
  let at = 0;
  let roots = 0;
  for (const match of source.matchAll(PIECE)) {
    at = match.index + match[0].length;
    const { start, end, empty, text, attributes = '' } = match.groups ?? {};
    const inside = open.at(-1);
    if (text !== undefined) {
      if (inside?.kept === true) written += textOf(text, inside.name, leftOut);
      else if (!inside && text.trim() !== '') throw new Refused('has text outside the drawing');
    } else if (end !== undefined) {
      const opened = open.pop();
      if (opened?.name !== end) throw new Refused(`ends <${end}> where it was not begun`);
      if (opened.kept) written += `</${end}>`;
    } else if (start !== undefined) {
      if (!inside && (start !== 'svg' || (roots += 1) > 1)) throw new Refused('is not one <svg>');
      const kept = (inside?.kept ?? true) && ELEMENTS.has(start);
      if (!kept && inside?.kept !== false) leftOut.add(`<${start}>`);
      if (kept) written += `<${start}${attributesOf(attributes, !inside, leftOut)}${empty ?? ''}>`;
      if (!empty) open.push({ name: start, kept });
      if (open.length > MAX_DEPTH) throw new Refused('is nested too deeply');
    }
  }
  if (at !== source.length) throw new Refused('is no plain SVG');
  if (open.length > 0 || roots === 0) throw new Refused('is not complete');
  return written;
}

function textOf(text: string, element: string, leftOut: Set<string>): string {
  const plain = decode(text);
  if (element !== 'style') return escape(plain);
  if (isSafeStyle(plain)) return escape(plain);
  leftOut.add('a style that loads something');
  return '';
}

function attributesOf(written: string, isRoot: boolean, leftOut: Set<string>): string {
  const kept = new Map<string, string>();
  for (const [, name = '', double, single] of written.matchAll(ATTRIBUTE)) {
    const own = name === 'xlink:href' ? 'href' : name;
    const value = decode(double ?? single ?? '');
    if (/^xmlns(?::|$)|^xml:/.test(own)) continue;
    if (ATTRIBUTES.has(own) && isSafeValue(own, value)) kept.set(own, value);
    else leftOut.add(name);
  }
  if (isRoot) kept.set('xmlns', SVG_NAMESPACE);
  return [...kept].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
}

function decode(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-fA-F]{1,6};|[a-z]{2,4};)?/g, (whole, entity: string | undefined) => {
    const name = entity?.slice(0, -1) ?? '';
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const char = name.startsWith('#') ? characterOf(code) : NAMED[name];
    if (char === undefined) throw new Refused(`has ${whole}, which is no plain character`);
    return char;
  });
}

function characterOf(code: number): string | undefined {
  const isText = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10_ff_ff);
  return isText ? String.fromCodePoint(code) : undefined;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
