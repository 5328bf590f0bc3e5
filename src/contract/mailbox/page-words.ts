/**
 * Words for searching the text of pages: one rule for what is stored, what is typed, and what is marked on the page.
 */

/** Letters that normalization does not reduce to a base letter, and what people type for them. */
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

/** Maximum length of a term; longer ones are lines mistaken for a word. */
const MAX_TERM = 64;

/** Digits of a telephone, account or invoice number, with the usual separators. */
const NUMBER = /\d[\d\-./() ]*\d/gu;
const NUMBER_DIGITS = { min: 5, max: 20 };

/** Returns a text without marks on letters, in lowercase; the number of lines stays the same, the length may not. */
export function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}ـ]/gu, '')
    .replaceAll(/[ßæœøłđðþıςىة]/gu, (letter) => PLAIN[letter] ?? letter);
}

/** Returns the runs of letters and digits of a text: «HMG-2026» has two. */
export function runsOf(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a run that contains a digit with lookalike letters replaced by digits; null if that changes nothing. */
function mistakenFor(run: string): string | null {
  if (!/\p{N}/u.test(run)) return null;
  const digits = run.replaceAll(
    /[oilsb]/gu,
    (letter) => ({ o: '0', i: '1', l: '1', s: '5', b: '8' })[letter]!,
  );
  return digits === run ? null : digits;
}

/** Prefix of words in which lookalike letters were replaced by digits. */
const MISTAKEN = '~';

/**
 * Returns every term that a text can be found by: its runs; adjacent runs, such as HMG-2026-118734, also joined;
 * numbers also without separators; and words with digits also with lookalike letters replaced by digits.
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
  // A number of the United States or Canada with its country code.
  if (digits.length === 11 && digits.startsWith('1')) terms.add(digits.slice(1));
}

/**
 * Returns the terms that a text must have to contain the typed word or phrase: for one of the lists, every entry must
 * match, which it does if a term begins with one of its prefixes. Null if the typed text has neither letters nor
 * digits.
 */
export function wantedTerms(typed: string): string[][][] | null {
  const runs = runsOf(typed);
  if (runs.length === 0) return null;
  const together = /\s/u.test(typed) || runs.length === 1 ? [] : [[prefixes(runs.join(''))]];
  return [runs.map(prefixes), ...together];
}

/** Returns the prefixes that a run may match in terms. */
function prefixes(run: string): string[] {
  const term = run.slice(0, MAX_TERM);
  return /\p{N}/u.test(term) ? [term, MISTAKEN + (mistakenFor(term) ?? term)] : [term];
}

/** Returns the letters and digits of a text with everything between them removed. */
export function joinedRuns(text: string): string {
  return runsOf(text).join('');
}

/** A hit: `count` words of a page, beginning with word `at`. */
export interface WordHit {
  at: number;
  count: number;
}

/**
 * Returns where the words of a page match the typed texts, in order. A hit begins with a word or a run inside it, and
 * may extend over several words: 2125550177 is found in «(212) 555-0177», and «total amount» in two words.
 */
export function findHits(words: readonly string[], typed: readonly string[]): WordHit[] {
  const wanted = [...new Set(typed.map(joinedRuns).filter((one) => one !== ''))];
  if (wanted.length === 0) return [];
  // All words at once: letter by letter this would take most of the time of a search.
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

/** Characters between the letters and digits of a word. */
const BETWEEN = /[^\p{L}\p{N}]+/gu;

/** Returns how many words, beginning with word `at`, match `wanted`; 0 if they do not. */
function wordsAt(joined: readonly string[], at: number, wanted: string): number {
  let said = '';
  for (let count = 1; at + count <= joined.length; count += 1) {
    said += joined[at + count - 1];
    if (said.startsWith(wanted)) return count;
    if (!wanted.startsWith(said) || said === '') return 0;
  }
  return 0;
}
