import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the installed font packages (OFL), next to this project's other packages. */
const FONT_PACKAGES = new URL('../../../../node_modules/@embedpdf/', import.meta.url);

/** One font of a charset, as requested by PDFium's font mapper. */
interface FontVariant {
  url: string;
  weight: number;
}

/** The argument of `FontFallbackManager`. Declared here because the package's types do not resolve under nodenext. */
export interface FontFallback {
  fonts: Record<number, FontVariant[]>;
  fontLoader: (path: string) => Uint8Array | null;
}

/** Windows charset numbers with which PDFium requests fonts. */
const CHARSET = {
  shiftJis: 128,
  hangul: 129,
  gb2312: 134,
  big5: 136,
  greek: 161,
  vietnamese: 163,
  hebrew: 177,
  arabic: 178,
  cyrillic: 204,
  easternEurope: 238,
} as const;

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

/** Returns the bytes of a font, or null if it is not installed: the page is then drawn with the available fonts. */
export function loadFont(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    // A missing optional font must not fail the document. An unreadable one would leave its pages empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

let unreadable: unknown;

/** Loads a font for PDFium's font mapper, which treats an error as a missing font; the error is therefore stored. */
function loadFallback(path: string): Uint8Array | null {
  try {
    return loadFont(path);
  } catch (error) {
    unreadable = error;
    return null;
  }
}

/** Throws if a font that a page needed could not be read: the page lacks its characters, and a retry may have them. */
export function requireFonts(): void {
  const error = unreadable;
  unreadable = undefined;
  if (error !== undefined) throw error;
}

/**
 * Fonts for text whose font is not inside the PDF. Without them PDFium draws such pages in Japanese, Chinese, Korean,
 * Arabic and Hebrew EMPTY and reports no error. Western text keeps PDFium's own built-in fonts.
 */
export const FALLBACK_FONTS: FontFallback = {
  fonts: {
    [CHARSET.shiftJis]: regularAndBold('fonts-jp', 'NotoSansJP', 'otf'),
    [CHARSET.hangul]: regularAndBold('fonts-kr', 'NotoSansKR', 'otf'),
    [CHARSET.gb2312]: regularAndBold('fonts-sc', 'NotoSansHans', 'otf'),
    [CHARSET.big5]: regularAndBold('fonts-tc', 'NotoSansHant', 'otf'),
    [CHARSET.arabic]: regularAndBold('fonts-arabic', 'NotoNaskhArabic', 'ttf'),
    [CHARSET.hebrew]: regularAndBold('fonts-hebrew', 'NotoSansHebrew', 'ttf'),
    [CHARSET.greek]: latin,
    [CHARSET.cyrillic]: latin,
    [CHARSET.vietnamese]: latin,
    [CHARSET.easternEurope]: latin,
  },
  fontLoader: loadFallback,
};
