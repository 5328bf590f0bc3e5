/** Words as the text of pages is searched by: one rule for what is stored, for what is typed, and for what is marked on the page. */

/** Letters that are no letter with a mark on it, and what people type for them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
};

/** Longer ones are lines that were taken for a word. */
const MAX_TERM = 64;

/** Digits that make a telephone, account or invoice number, with what people write between them. */
const NUMBER = /\d[\d\-./() ]*\d/gu;
const NUMBER_DIGITS = { min: 5, max: 20 };

/** A text without marks on letters, in lower case; as long in pieces as the text, not in characters. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}ـ]/gu, '')
    .replaceAll(/[ßæœøłđðþıςىة]/gu, (letter) => PLAIN[letter] ?? letter);
}

/** The runs of letters and digits of a text: «HMG-2026» has two. */
export function runsOf(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A word with a digit as it is when letters were taken for digits that look like them; null where that changes nothing. */
function mistakenFor(run: string): string | null {
  if (!/\p{N}/u.test(run)) return null;
  const digits = run.replaceAll(
    /[oilsb]/gu,
    (letter) => ({ o: '0', i: '1', l: '1', s: '5', b: '8' })[letter]!,
  );
  return digits === run ? null : digits;
}

/** Marks words in which letters were read as the digits they look like. */
const MISTAKEN = '~';

/**
 * Everything that a text can be found by: its runs; runs that stand together, such as HMG-2026-118734, also as one;
 * numbers also without what stands between their digits; and words with digits also with letters taken for digits.
 */
export function indexTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const line of text.split('\n')) {
    for (const word of line.split(' ')) {
      const runs = runsOf(word);
      for (const run of runs) addTerm(terms, run);
      if (runs.length > 1) addTerm(terms, runs.join(''));
    }
    for (const [number] of plainLetters(line).matchAll(NUMBER))
      addNumber(terms, number.replaceAll(/\D/gu, ''));
  }
  return terms;
}

function addTerm(terms: Set<string>, run: string): void {
  const term = run.slice(0, MAX_TERM);
  terms.add(term);
  const digits = mistakenFor(term);
  if (digits !== null) terms.add(MISTAKEN + digits);
}

function addNumber(terms: Set<string>, digits: string): void {
  if (digits.length < NUMBER_DIGITS.min || digits.length > NUMBER_DIGITS.max) return;
  terms.add(digits);
  // A number of the United States or Canada, written with its country code.
  if (digits.length === 11 && digits.startsWith('1')) terms.add(digits.slice(1));
}

/**
 * What a text must have to contain a word or phrase that was typed: one of the lists, and of that list each entry's
 * prefixes one. Null for what has no letter and no digit.
 */
export function wantedTerms(typed: string): string[][][] | null {
  const runs = runsOf(typed);
  if (runs.length === 0) return null;
  const together = /\s/u.test(typed) || runs.length === 1 ? [] : [[prefixes(runs.join(''))]];
  return [runs.map(prefixes), ...together];
}

/** A run as it may begin a term. */
function prefixes(run: string): string[] {
  const term = run.slice(0, MAX_TERM);
  return /\p{N}/u.test(term) ? [term, MISTAKEN + (mistakenFor(term) ?? term)] : [term];
}

/** The letters and digits of a text without anything between them. */
export function joinedRuns(text: string): string {
  return runsOf(text).join('');
}

/** Words of a page that answer something that was typed: so many from one on. */
export interface WordHit {
  at: number;
  count: number;
}

/**
 * Where the words of a page say what was typed, in order. A hit begins with a word or with a run inside of one, and may
 * go on over several words: 2125550177 is found in «(212) 555-0177», and «total amount» in two words.
 */
export function findHits(words: readonly string[], typed: readonly string[]): WordHit[] {
  const wanted = [...new Set(typed.map(joinedRuns).filter((one) => one !== ''))];
  if (wanted.length === 0) return [];
  // All at once: letter by letter it would take most of the time of a search.
  const plain = plainLetters(words.join('\n')).split('\n');
  const joined = plain.map((word) => word.replaceAll(BETWEEN, ''));
  return plain.flatMap((word, at) => {
    const counts = wanted.map((one) => wordsAt(joined, at, one));
    const isOne = word === joined[at];
    const inside = !isOne && word.split(BETWEEN).some((run) => wanted.some((one) => run.startsWith(one)));
    const count = Math.max(inside ? 1 : 0, ...counts);
    return count === 0 ? [] : [{ at, count }];
  });
}

/** What stands between the letters and digits of a word. */
const BETWEEN = /[^\p{L}\p{N}]+/gu;

/** How many words from one on say what is wanted; 0 when they do not. */
function wordsAt(joined: readonly string[], at: number, wanted: string): number {
  let said = '';
  for (let count = 1; at + count <= joined.length; count += 1) {
    said += joined[at + count - 1];
    if (said.startsWith(wanted)) return count;
    if (!wanted.startsWith(said) || said === '') return 0;
  }
  return 0;
}
