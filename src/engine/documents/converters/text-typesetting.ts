import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { loadFont, packagedFont } from './fallback-fonts.ts';
import { DocumentRefusal } from './refusal.ts';

/**
 * The page is a program that never changes; the text arrives as data in `sys.inputs` and is only ever printed,
 * so nothing in a document can be taken for markup. Lines are 12 pt whatever font a script needs: 60 fit a page.
 */
const PROGRAM = `
#let pages = json(bytes(sys.inputs.pages))
#set page(paper: "us-letter", margin: (x: 0.84in, y: 0.5in))
#set text(font: ("Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono"), size: 10pt, fallback: true, hyphenate: false)
#set text(top-edge: 0.8em, bottom-edge: -0.2em)
#set par(leading: 0.2em, spacing: 0.2em, justify: false)
#show raw: set text(font: ("Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono"), size: 10pt)
#for (index, page) in pages.enumerate() {
  if index > 0 { pagebreak() }
  raw(page, block: true)
}
`;

const SYSTEM_FONTS = '/usr/share/fonts/truetype/';
const system = (file: string) => `${SYSTEM_FONTS}${file}`;

/** Fonts by the script that needs them. Only what a text uses is loaded: reading all installed fonts takes a second. */
const SCRIPT_FONTS: readonly { script: RegExp; files: string[] }[] = [
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
  { script: /\p{Script=Thai}/u, files: [system('noto/NotoSansThai-Regular.ttf')] },
  { script: /\p{Script=Devanagari}/u, files: [system('noto/NotoSansDevanagari-Regular.ttf')] },
  { script: /\p{Script=Bengali}/u, files: [system('noto/NotoSansBengali-Regular.ttf')] },
  { script: /\p{Script=Tamil}/u, files: [system('noto/NotoSansTamil-Regular.ttf')] },
  { script: /\p{Script=Telugu}/u, files: [system('noto/NotoSansTelugu-Regular.ttf')] },
  { script: /\p{Script=Gujarati}/u, files: [system('noto/NotoSansGujarati-Regular.ttf')] },
  { script: /\p{Script=Gurmukhi}/u, files: [system('noto/NotoSansGurmukhi-Regular.ttf')] },
  { script: /\p{Script=Kannada}/u, files: [system('noto/NotoSansKannada-Regular.ttf')] },
  { script: /\p{Script=Malayalam}/u, files: [system('noto/NotoSansMalayalam-Regular.ttf')] },
  { script: /\p{Script=Georgian}/u, files: [system('noto/NotoSansGeorgian-Regular.ttf')] },
  { script: /\p{Script=Armenian}/u, files: [system('noto/NotoSansArmenian-Regular.ttf')] },
  { script: /\p{Script=Ethiopic}/u, files: [system('noto/NotoSansEthiopic-Regular.ttf')] },
  { script: /\p{Script=Khmer}/u, files: [system('noto/NotoSansKhmer-Regular.ttf')] },
  { script: /\p{Extended_Pictographic}/u, files: [system('noto/NotoColorEmoji.ttf')] },
  {
    script: /[\u2190-\u2BFF]/u,
    files: [system('noto/NotoSansSymbols2-Regular.ttf'), system('noto/NotoSansMath-Regular.ttf')],
  },
];

const BASE_FONTS = [
  system('liberation/LiberationMono-Regular.ttf'),
  packagedFont('fonts-latin', 'NotoSans-Regular.ttf'),
];

function fontsFor(text: string): Buffer[] {
  const files = [...BASE_FONTS];
  for (const { script, files: needed } of SCRIPT_FONTS) if (script.test(text)) files.push(...needed);
  return files
    .map(loadFont)
    .filter((font) => font !== null)
    .map((font) => Buffer.from(font.buffer));
}

/** Sets ready-made lines as a Letter PDF in a typewriter face. */
export async function setPages(pages: readonly string[][]): Promise<Uint8Array> {
  const texts = pages.map((lines) => lines.join('\n'));
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: fontsFor(texts.join('')) }] });
  try {
    return await Promise.resolve(
      compiler.pdf({ mainFileContent: PROGRAM, inputs: { pages: JSON.stringify(texts) } }),
    );
  } catch (error) {
    throw new DocumentRefusal('DOCUMENT_DAMAGED', `typesetting failed: ${String(error)}`);
  }
}
