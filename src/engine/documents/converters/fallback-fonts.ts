import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FontCharset } from '@embedpdf/models';
import type { FontFallbackConfig, FontVariant } from '@embedpdf/engines/pdfium';

/** Folder of the installed font packages (OFL), beside this project's other packages. */
const FONT_PACKAGES = new URL('../../../../node_modules/@embedpdf/', import.meta.url);

/** Absolute path of one font of the `@embedpdf/fonts-*` packages. */
export function packagedFont(packageName: string, file: string): string {
  return fileURLToPath(new URL(`${packageName}/fonts/${file}`, FONT_PACKAGES));
}

function regularAndBold(packageName: string, stem: string, suffix: string): FontVariant[] {
  return [
    { url: packagedFont(packageName, `${stem}-Regular.${suffix}`), weight: 400 },
    { url: packagedFont(packageName, `${stem}-Bold.${suffix}`), weight: 700 },
  ];
}

const latin = regularAndBold('fonts-latin', 'NotoSans', 'ttf');

/** The bytes of a font, or null where it is not installed: the page is then drawn with what PDFium has. */
export function loadFont(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    // A missing optional font must not fail the document.
    return null;
  }
}

/**
 * Fonts for text whose font is not inside the PDF. Without them PDFium draws such Japanese, Chinese, Korean,
 * Arabic and Hebrew pages EMPTY and reports no error. Western text keeps PDFium's own built-in fonts.
 */
export const FALLBACK_FONTS: FontFallbackConfig = {
  fonts: {
    [FontCharset.SHIFTJIS]: regularAndBold('fonts-jp', 'NotoSansJP', 'otf'),
    [FontCharset.HANGEUL]: regularAndBold('fonts-kr', 'NotoSansKR', 'otf'),
    [FontCharset.GB2312]: regularAndBold('fonts-sc', 'NotoSansHans', 'otf'),
    [FontCharset.CHINESEBIG5]: regularAndBold('fonts-tc', 'NotoSansHant', 'otf'),
    [FontCharset.ARABIC]: regularAndBold('fonts-arabic', 'NotoNaskhArabic', 'ttf'),
    [FontCharset.HEBREW]: regularAndBold('fonts-hebrew', 'NotoSansHebrew', 'ttf'),
    [FontCharset.GREEK]: latin,
    [FontCharset.CYRILLIC]: latin,
    [FontCharset.VIETNAMESE]: latin,
    [FontCharset.EASTERNEUROPEAN]: latin,
  },
  fontLoader: loadFont,
};
