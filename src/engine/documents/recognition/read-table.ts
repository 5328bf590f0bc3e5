import { MAX_PAGE_WORDS, MAX_WORD_LENGTH } from '../limits.ts';
import type { PageWord } from '../port.ts';

/** The text that tesseract found in one image: words by lines, in dots of that image, and its confidence (0 to 100). */
export interface FoundText {
  lines: PageWord[][];
  confidence: number;
  /** Whether the lines are horizontal. Tesseract also reads vertical lines, less well. */
  isUpright: boolean;
}

/** Words with a lower confidence are specks, rules and pieces of pictures. */
const LEAST_CONFIDENCE = 30;

/** The level of words in tesseract's table. */
const WORD_LEVEL = '5';

/** Parses tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function readTable(table: string): FoundText {
  const lines = new Map<string, PageWord[]>();
  let [words, letters, sure] = [0, 0, 0];
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, line, , x, y, w, h, confidence, written = ''] = row.split('\t');
    const text = printable(written);
    if (level !== WORD_LEVEL || text === '' || words >= MAX_PAGE_WORDS) continue;
    const [left, top, width, height, certainty] = [x, y, w, h, confidence].map(Number);
    if (![left, top, width, height].every(Number.isSafeInteger) || !(certainty! >= LEAST_CONFIDENCE))
      continue;
    const key = `${block}/${paragraph}/${line}`;
    const known = lines.get(key);
    const word = { text, x: left!, y: top!, w: width!, h: height! };
    if (known) known.push(word);
    else lines.set(key, [word]);
    words += 1;
    letters += text.length;
    sure += certainty! * text.length;
  }
  const found = [...lines.values()];
  return {
    lines: found,
    confidence: letters === 0 ? 0 : Math.round(sure / letters),
    isUpright: isUpright(found.flat()),
  };
}

/** Whether most words of three or more letters are wider than they are high. */
function isUpright(words: readonly PageWord[]): boolean {
  const long = words.filter(({ text }) => text.length >= 3);
  return long.filter(({ w, h }) => w > h).length * 2 >= long.length;
}

/** Removes characters that the database cannot store or a line cannot show, and limits the length. */
function printable(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}\s]/gu, '')
    .slice(0, MAX_WORD_LENGTH)
    .toWellFormed();
}
