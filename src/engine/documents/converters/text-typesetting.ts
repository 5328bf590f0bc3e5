import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { packagedFont } from './fallback-fonts.ts';
import { SHEET } from '../raster/sheet-size.ts';
import type { SheetSize } from '../raster/sheet-size.ts';
import { DocumentRefusal } from './refusal.ts';
import { fontBlobs, scriptFontsOf, systemFont } from './script-fonts.ts';

/**
 * The page program never changes; the text arrives as data in `sys.inputs` and is only printed, so nothing in a
 * document can be taken for markup. Lines are 12 pt high in every font: 60 fit a page.
 */
const PROGRAM = `
#let pages = json(bytes(sys.inputs.pages))
#set page(..if sys.inputs.paper == "a4" { (paper: "a4", margin: (x: 0.74in, y: 0.5in)) } else { (paper: "us-letter", margin: (x: 0.84in, y: 0.5in)) })
#set text(font: ("Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono"), size: 10pt, fallback: true, hyphenate: false)
#set text(top-edge: 0.8em, bottom-edge: -0.2em)
#set par(leading: 0.2em, spacing: 0.2em, justify: false)
#show raw: set text(font: ("Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono"), size: 10pt)
// A line whose first letter is Hebrew or Arabic begins on the right (UAX 9, P2 and P3).
#let right-to-left = regex("^[^\\p{L}]*[\u{0590}-\u{08FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFF}]")
#let run(lines) = if lines.first().match(right-to-left) == none { raw(lines.join("\n"), block: true) } else {
  for line in lines { block(width: 100%, align(right, { set text(dir: rtl); text(line) })) }
}
#for (index, page) in pages.enumerate() {
  if index > 0 { pagebreak() }
  let same = ()
  for line in page {
    if same.len() > 0 and (line.match(right-to-left) == none) != (same.first().match(right-to-left) == none) {
      run(same)
      same = ()
    }
    same.push(line)
  }
  if same.len() > 0 { run(same) }
}
`;

const BASE_FONTS = [
  systemFont('liberation/LiberationMono-Regular.ttf'),
  packagedFont('fonts-latin', 'NotoSans-Regular.ttf'),
];

/** Typesets ready-made lines as a PDF in a typewriter font: 80 columns and 60 lines fit either paper. */
export async function setPages(
  pages: readonly string[][],
  { paper }: Pick<SheetSize, 'paper'> = SHEET,
): Promise<Uint8Array> {
  const text = pages.flat().join('');
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontBlobs: fontBlobs([...BASE_FONTS, ...scriptFontsOf(text)]) }],
  });
  try {
    return await Promise.resolve(
      compiler.pdf({ mainFileContent: PROGRAM, inputs: { pages: JSON.stringify(pages), paper } }),
    );
  } catch (error) {
    throw new DocumentRefusal('DOCUMENT_DAMAGED', `typesetting failed: ${String(error)}`);
  }
}
