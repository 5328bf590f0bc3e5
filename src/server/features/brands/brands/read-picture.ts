import { cleanSvg } from './clean-svg.ts';

/** The kinds of pictures that a brand may have. */
export const ASSET_KINDS = ['logo', 'banner', 'favicon'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** A file that is served. */
export interface PictureFile {
  name: string;
  bytes: Uint8Array;
}

/** The files of a picture; pages show the first one. */
export type PictureOutcome =
  | { kind: 'ok'; files: [PictureFile, ...PictureFile[]]; leftOut: string[] }
  | { kind: 'refused'; reason: string };

/** A logo has a few kB; every visitor would have to load a megabyte. */
export const MAX_PICTURE_BYTES = 1024 * 1024;
/** 25 million pixels take 100 MB to decode, and even a small file can claim any number. */
const MAX_PIXELS = 25_000_000;
/**
 * Maximum size of a logo: headers show 160 × 28 and sign-in pages 200 × 36, and screens have at most three device
 * pixels per CSS pixel.
 */
const LOGO_BOX = { width: 640, height: 160 } as const;
/** Icon sizes for phones' home screens, in pixels; TAB_SIZE is the one for browser tabs. */
const ICON_SIZES = [512, 192, 180] as const;
const TAB_SIZE = 64;

type Format = 'svg' | 'png' | 'jpg';

/** Reads a picture from an operator: drawings are cleaned, photographs re-encoded, icons made in every size. */
export async function readPicture(kind: AssetKind, bytes: Uint8Array): Promise<PictureOutcome> {
  if (bytes.length > MAX_PICTURE_BYTES)
    return { kind: 'refused', reason: 'The picture is larger than 1 MB.' };
  const format = formatOf(bytes);
  if (!format) return { kind: 'refused', reason: 'The file is no PNG, JPEG or SVG picture.' };
  const clean = format === 'svg' ? cleanSvg(Buffer.from(bytes).toString('utf8')) : null;
  if (clean?.kind === 'refused') return { kind: 'refused', reason: `The SVG ${clean.reason}.` };
  const source = clean ? Buffer.from(clean.svg) : Buffer.from(bytes);
  try {
    const files = kind === 'favicon' ? await icons(source, format) : await logo(kind, source, format);
    return { kind: 'ok', files, leftOut: clean?.leftOut ?? [] };
  } catch {
    // The decoder's error messages name libraries, not the problem with the picture.
    return { kind: 'refused', reason: 'The picture is damaged or too large to draw.' };
  }
}

function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.subarray(0, 1024));
  if (start.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png';
  if (start.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpg';
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/.test(start.toString('utf8')) ? 'svg' : null;
}

/** Returns the logo's files: a drawing also as a bitmap, because most mail clients show no drawings. */
async function logo(
  kind: 'logo' | 'banner',
  source: Buffer,
  format: Format,
): Promise<[PictureFile, ...PictureFile[]]> {
  const drawn = await open(source, format);
  const sized = drawn.resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: format !== 'svg' });
  const bytes = await (format === 'jpg' ? sized.jpeg({ quality: 90 }) : sized.png()).toBuffer();
  const dots = { name: `${kind}.${format === 'jpg' ? 'jpg' : 'png'}`, bytes };
  return format === 'svg' ? [{ name: `${kind}.svg`, bytes: source }, dots] : [dots];
}

async function icons(source: Buffer, format: Format): Promise<[PictureFile, ...PictureFile[]]> {
  const square = async (size: number) =>
    await (
      await open(source, format)
    )
      .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
  const shown =
    format === 'svg'
      ? { name: 'favicon.svg', bytes: source }
      : { name: 'favicon.png', bytes: await square(TAB_SIZE) };
  const sizes = ICON_SIZES.map(async (size) => ({ name: `icon-${size}.png`, bytes: await square(size) }));
  return [shown, ...(await Promise.all(sizes))];
}

async function open(source: Buffer, format: Format) {
  // Loaded lazily: hardly any command and no request needs it.
  const { default: sharp } = await import('sharp');
  const density = format === 'svg' ? { density: 288 } : {};
  return sharp(source, { limitInputPixels: MAX_PIXELS, ...density }).rotate();
}
