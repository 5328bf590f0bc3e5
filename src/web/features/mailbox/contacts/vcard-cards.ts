import { MAX_IMPORT_LINES } from '#contract/mailbox/contacts.ts';

/** One property of a card: `item1.TEL;TYPE=WORK,FAX:212-555-0142`. */
export interface CardProperty {
  /** In upper case, without the group. */
  name: string;
  /** The prefix that links a label to its property (`item1`); empty for none. */
  group: string;
  /** The types in lower case, including those that version 2.1 writes without `TYPE=`. */
  types: ReadonlySet<string>;
  /** 1 is the preferred one (RFC 6350 5.3); 100 if there is no rank. */
  rank: number;
  /** Decoded, but still with separators and escapes. */
  value: string;
}

/** One card of a file. */
export interface Card {
  /** The line of its BEGIN, counted from 1. */
  number: number;
  properties: CardProperty[];
  /** Whether it has an END. */
  whole: boolean;
  /** Whether it is version 2.1, which escapes only semicolons. */
  old: boolean;
}

/** An unfolded line of the file. */
interface ContentLine {
  text: string;
  number: number;
}

const UNRANKED = 100;

/** Pictures, sounds and keys: long, and not used. */
const SKIPPED = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i;

const SOFT = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

/**
 * Returns the cards of a vCard file: 4.0 (RFC 6350), 3.0 as written by iPhones, Google and macOS, and 2.1 as written by
 * Android and Outlook. The time is proportional to the length of the text, whatever it contains. A card within a card
 * (AGENT) is skipped. Our own code, because the library for it (ical.js) does not have a permissive license (MPL-2.0).
 */
export function readCards(text: string): Card[] {
  const cards: Card[] = [];
  let open: Card | null = null;
  let inner = 0;
  let agent = false;
  for (const { text: line, number } of contentLines(text)) {
    const property = readProperty(line);
    if (!property) continue;
    // The import call refuses so many anyway.
    if (cards.length > MAX_IMPORT_LINES) break;
    const { name } = property;
    const frames = property.value.trim().toUpperCase() === 'VCARD';
    if (name === 'BEGIN' && frames) {
      if (open && (agent || inner > 0)) inner += 1;
      else {
        open = { number, properties: [], whole: false, old: false };
        cards.push(open);
      }
    } else if (name === 'END' && frames && inner > 0) inner -= 1;
    else if (name === 'END' && frames && open) {
      open.whole = true;
      open = null;
    } else if (open && inner === 0) {
      if (name === 'VERSION') open.old = property.value.trim() === '2.1';
      else open.properties.push(property);
    }
    agent = name === 'AGENT';
  }
  return cards;
}

/** Unfolds lines: a line that starts with a space continues the previous one, as does one after a soft line break. */
function* contentLines(text: string): Generator<ContentLine> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let old = false;
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at] ?? '';
    const number = at + 1;
    if (/^BEGIN:/i.test(first)) old = false;
    else if (/^VERSION:\s*2\.1/i.test(first)) old = true;
    const keep = !SKIPPED.test(first);
    const parts = [first];
    if (SOFT.test(first))
      while (parts.at(-1)?.endsWith('=') === true && at + 1 < lines.length) {
        parts.push(parts.pop()?.slice(0, -1) ?? '', lines[(at += 1)] ?? '');
      }
    while (/^[ \t]/.test(lines[at + 1] ?? '')) {
      const next = lines[(at += 1)] ?? '';
      // Version 2.1 folds at an existing space; later versions insert one.
      if (keep) parts.push(old ? next : next.slice(1));
    }
    if (keep && first !== '') yield { text: parts.join(''), number };
  }
}

function readProperty(line: string): CardProperty | null {
  const colon = outside(line, ':', 0);
  if (colon === -1) return null;
  const [whole = '', ...params] = splitOutside(line.slice(0, colon), ';');
  const dot = whole.lastIndexOf('.');
  const types = new Set<string>();
  let [rank, charset, quoted] = [UNRANKED, '', false];
  for (const param of params) {
    const equals = param.indexOf('=');
    const key = equals === -1 ? 'TYPE' : param.slice(0, equals).trim().toUpperCase();
    const value = param
      .slice(equals + 1)
      .replaceAll('"', '')
      .trim()
      .toLowerCase();
    if (value === 'quoted-printable') quoted = true;
    else if (key === 'CHARSET') charset = value;
    else if (key === 'PREF') rank = Number.parseInt(value, 10) || UNRANKED;
    else if (key === 'TYPE') for (const type of value.split(',')) types.add(type.trim());
  }
  if (types.has('pref')) rank = 1;
  const written = line.slice(colon + 1);
  return {
    name: whole
      .slice(dot + 1)
      .trim()
      .toUpperCase(),
    group: dot === -1 ? '' : whole.slice(0, dot).toLowerCase(),
    types,
    rank,
    value: quoted ? fromQuotedPrintable(written, charset) : written,
  };
}

/** Returns the position of a character outside quotation marks, from an index on; -1 if there is none. */
function outside(text: string, wanted: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === wanted && !quoted) return at;
  }
  return -1;
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const end = outside(text, separator, start);
    if (end === -1) return [...parts, text.slice(start)];
    parts.push(text.slice(start, end));
    start = end + 1;
  }
}

/** Decodes bytes such as =C3=A9 (RFC 2045 6.7). Without a character set: UTF-8 if valid, else the Windows encoding. */
function fromQuotedPrintable(text: string, charset: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = /^=[0-9a-f]{2}$/i.test(text.slice(at, at + 3)) ? text.slice(at + 1, at + 3) : null;
    if (code === null) bytes.push(...new TextEncoder().encode(text[at]));
    else {
      bytes.push(Number.parseInt(code, 16));
      at += 2;
    }
  }
  const raw = Uint8Array.from(bytes);
  try {
    return new TextDecoder(charset || 'utf-8', { fatal: true }).decode(raw);
  } catch {
    // An unknown character set, or bytes that are invalid in it.
    return new TextDecoder('windows-1252').decode(raw);
  }
}
