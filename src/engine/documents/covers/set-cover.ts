import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { packagedFont } from '../converters/fallback-fonts.ts';
import { DocumentRefusal } from '../converters/refusal.ts';
import { fontBlobs, scriptFontsOf, systemFont } from '../converters/script-fonts.ts';
import type { CoverSheet } from '../port.ts';
import { SHEET } from '../raster/sheet-size.ts';

const PRELUDE = readFileSync(new URL('prelude.typ', import.meta.url), 'utf8');

const BASE_FONTS = [
  ...['Sans-Regular', 'Sans-Bold', 'Serif-Regular', 'Serif-Bold', 'Serif-Italic'].map((face) =>
    systemFont(`liberation/Liberation${face}.ttf`),
  ),
  packagedFont('fonts-latin', 'NotoSans-Regular.ttf'),
  packagedFont('fonts-latin', 'NotoSans-Bold.ttf'),
];

/** Compilers by their fonts: creating one costs far more than typesetting a page. */
const compilers = new Map<string, NodeCompiler>();
/** How many are kept; texts in many rare scripts would otherwise accumulate fonts without limit. */
const MAX_COMPILERS = 4;
/** How many compilations typst keeps cached results for. */
const KEEP_RESULTS = 10;

function compilerFor(text: string): NodeCompiler {
  const files = [...BASE_FONTS, ...scriptFontsOf(text)];
  const key = files.join('\n');
  const known = compilers.get(key);
  if (known !== undefined) return known;
  if (compilers.size >= MAX_COMPILERS) compilers.clear();
  const made = NodeCompiler.create({ fontArgs: [{ fontBlobs: fontBlobs(files) }] });
  compilers.set(key, made);
  return made;
}

/** Longest run without a space that is left unchanged; longer ones would run off the page. */
const LONGEST_WORD = 24;
/** Characters between two possible breaks of such a run. */
const BREAK_EVERY = 8;

/** Lets endless words break: adds a zero-width space every few characters, never between a character and its marks. */
function breakable(text: string): string {
  return text.replaceAll(new RegExp(`\\S{${LONGEST_WORD},}`, 'gu'), (word) => {
    const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
    return letters
      .map((letter, at) => (at % BREAK_EVERY === BREAK_EVERY - 1 ? `${letter}\u200B` : letter))
      .join('');
  });
}

/**
 * Typesets a cover page as a PDF. The template is a program of the installation or of a brand; text written by people
 * reaches it as data in `sys.inputs` and cannot be taken for markup (A-SEND-10). Throws a DocumentRefusal for a broken
 * template.
 */
export function setCover({ template, otherPages, ...sheet }: CoverSheet): Uint8Array {
  const data = {
    ...sheet,
    otherPages,
    rows: sheet.rows.map((row) => ({ ...row, value: breakable(row.value) })),
    comments: breakable(sheet.comments),
    footer: breakable(sheet.footer),
  };
  const cover = JSON.stringify(data);
  const compiler = compilerFor(cover);
  try {
    return compiler.pdf({
      mainFileContent: `${PRELUDE}\n${template}`,
      inputs: { cover, paper: SHEET.paper },
    });
  } catch (error) {
    throw new DocumentRefusal('DOCUMENT_DAMAGED', `the template cannot be set: ${String(error)}`);
  } finally {
    compiler.evictCache(KEEP_RESULTS);
  }
}
