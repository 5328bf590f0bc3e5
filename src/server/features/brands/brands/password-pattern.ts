import { RE2JS } from 're2js';

/** A pattern that is safe on the server and in browsers. */
export interface SafePattern {
  /** The pattern between slashes, as stored and sent. */
  written: string;
  test(text: string): boolean;
}

/** The parsed pattern, or a sentence that explains why it is refused. */
export type ReadPattern = { kind: 'ok'; pattern: SafePattern } | { kind: 'refused'; reason: string };

/** Nobody needs a longer pattern for a rule such as «a number». */
const MAX_LENGTH = 100;

/**
 * With two open-ended repetitions a browser's engine needs at most a few thousand steps for a password; with nested
 * ones, /^(a+)+$/ took 11 s for 32 characters (A-RULES-01). The server itself runs patterns in linear time.
 */
const MAX_REPETITIONS = 2;

/** Escapes that both engines read in the same way: character classes, and signs that would otherwise have a meaning. */
const ESCAPE = /^\\(?:[dDwWsSb]|[^A-Za-z0-9\s])/;

/**
 * Reads a pattern like `/[a-z]/`. Refuses flags, lookaround, back references, repeated groups, and syntax that one
 * engine lacks.
 */
export function readPattern(written: unknown): ReadPattern {
  if (typeof written !== 'string') return refused('is no text');
  if (written.length > MAX_LENGTH) return refused(`is longer than ${MAX_LENGTH} characters`);
  const source = /^\/(.+)\/$/s.exec(written)?.[1];
  if (source === undefined) return refused('must stand between slashes, without flags');
  const danger = dangerOf(source);
  if (danger !== null) return refused(danger);
  try {
    const linear = RE2JS.compile(source);
    // The browser must accept it, too.
    void new RegExp(source);
    return { kind: 'ok', pattern: { written, test: (text) => linear.matcher(text).find() } };
  } catch {
    // To the operator, either engine's error means the same.
    return refused('is no regular expression');
  }
}

/** Checks a pattern, skipping classes and escapes; returns null if nothing in it can be slow or ambiguous. */
function dangerOf(source: string): string | null {
  let repetitions = 0;
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const piece = pieceOf(rest);
    if (piece === null) return 'has an escape or a class that browsers and the server read differently';
    if (rest.startsWith('(?')) return 'uses look-around or options';
    const repeated = /^(?:[*+?]|\{\d*,?\d*\})/.exec(rest.slice(piece.length))?.[0] ?? '';
    if (repeated !== '' && piece === ')') return 'repeats a group';
    if (/^(?:[*+]|\{\d*,\d*\}|\{\d{2,}\})$/.test(repeated)) repetitions += 1;
    at += piece.length + repeated.length;
  }
  return repetitions > MAX_REPETITIONS ? `has more than ${MAX_REPETITIONS} open repetitions` : null;
}

/** Returns the next class, escape or character. */
function pieceOf(rest: string): string | null {
  if (rest.startsWith('\\')) return ESCAPE.exec(rest)?.[0] ?? null;
  if (!rest.startsWith('[')) return rest.charAt(0);
  const inside = /^\[\^?(?:\\(?:[dDwWsS]|[^A-Za-z0-9\s])|[^\]\\[])+\]/.exec(rest)?.[0];
  return inside ?? null;
}

function refused(reason: string): ReadPattern {
  return { kind: 'refused', reason };
}
