import { loadFont, packagedFont } from './fallback-fonts.ts';

const SYSTEM_FONTS = '/usr/share/fonts/truetype/';

/** Absolute path of a font that the distribution installs (fonts-noto-*, fonts-liberation). */
export function systemFont(file: string): string {
  return `${SYSTEM_FONTS}${file}`;
}

const noto = (name: string) => systemFont(`noto/Noto${name}-Regular.ttf`);

/** Fonts by the script that needs them. Only fonts that a text uses are loaded: reading all of them takes a second. */
const SCRIPT_FONTS: readonly { script: RegExp; files: readonly string[] }[] = [
  { script: /\p{Script=Arabic}/u, files: [packagedFont('fonts-arabic', 'NotoNaskhArabic-Regular.ttf')] },
  { script: /\p{Script=Hebrew}/u, files: [packagedFont('fonts-hebrew', 'NotoSansHebrew-Regular.ttf')] },
  {
    script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    files: [packagedFont('fonts-jp', 'NotoSansJP-Regular.otf')],
  },
  { script: /\p{Script=Hangul}/u, files: [packagedFont('fonts-kr', 'NotoSansKR-Regular.otf')] },
  {
    script: /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u,
    files: [packagedFont('fonts-sc', 'NotoSansHans-Regular.otf')],
  },
  { script: /\p{Script=Bopomofo}/u, files: [packagedFont('fonts-tc', 'NotoSansHant-Regular.otf')] },
  { script: /\p{Extended_Pictographic}/u, files: [systemFont('noto/NotoColorEmoji.ttf')] },
  { script: /[\u2190-\u2BFF]/u, files: [noto('SansSymbols2'), noto('SansMath'), noto('SansSymbols')] },
  ...[
    ['Thai', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam'],
    ['Sinhala', 'Oriya', 'Georgian', 'Armenian', 'Ethiopic', 'Khmer', 'Lao', 'Myanmar', 'Mongolian'],
    ['Cherokee', 'Syriac', 'Thaana', 'Tifinagh', 'Adlam', 'Javanese', 'Balinese', 'Yi'],
  ]
    .flat()
    .map((script) => ({ script: new RegExp(`\\p{Script=${script}}`, 'u'), files: [noto(`Sans${script}`)] })),
  { script: /\p{Script=Tibetan}/u, files: [noto('SerifTibetan')] },
];

/** Returns the font files that a text needs in addition to the base fonts of its page. */
export function scriptFontsOf(text: string): string[] {
  return SCRIPT_FONTS.flatMap(({ script, files }) => (script.test(text) ? files : []));
}

/** Returns the bytes of fonts in the form that typst takes; fonts that are not installed are omitted. */
export function fontBlobs(files: readonly string[]): Buffer[] {
  return files
    .map(loadFont)
    .filter((font) => font !== null)
    .map((font) => Buffer.from(font.buffer));
}
