import { isOle, topNamesOf } from './ole.ts';
import { isZip, lookAtZip } from './zip.ts';

/** Document types that come in a container. */
export type ContainedType = 'doc' | 'xls' | 'ppt' | 'docx' | 'xlsx' | 'pptx';

/** The contents of an office container; `other`: no such container, or one of another kind. */
export type ContainerLook =
  | { kind: 'known'; type: ContainedType }
  | { kind: 'refused'; reason: 'DOCUMENT_PROTECTED' | 'DOCUMENT_TOO_LARGE' }
  | { kind: 'other' };

/** The top-level stream that identifies each old format ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const STREAMS: readonly [string, ContainedType][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

/**
 * Streams found only in password-protected files: an encrypted OOXML archive ([MS-OFFCRYPTO] 2.3.4), an encrypted
 * presentation ([MS-PPT] 2.1.4). For letters and tables LibreOffice reports it when it needs the password.
 */
const ENCRYPTED = ['EncryptedPackage', 'EncryptedSummary'];

/**
 * Content type of the main part of each new format. Files with macros have other types: the extension promises a
 * document without macros, so they do not match.
 */
const MAIN_PARTS: readonly [RegExp, ContainedType][] = [
  [/wordprocessingml\.(document|template)\.main\+xml/, 'docx'],
  [/spreadsheetml\.(sheet|template)\.main\+xml/, 'xlsx'],
  [/presentationml\.(presentation|slideshow|template)\.main\+xml/, 'pptx'],
];

/** Determines from the streams or parts inside what an office file is, whatever its name says. */
export function lookIntoContainer(bytes: Uint8Array): ContainerLook {
  if (isOle(bytes)) return lookIntoOle(bytes);
  if (isZip(bytes)) return lookIntoZip(bytes);
  return { kind: 'other' };
}

function lookIntoOle(bytes: Uint8Array): ContainerLook {
  const names = topNamesOf(bytes);
  if (ENCRYPTED.some((name) => names.has(name))) return { kind: 'refused', reason: 'DOCUMENT_PROTECTED' };
  const [, type] = STREAMS.find(([name]) => names.has(name)) ?? [];
  return type === undefined ? { kind: 'other' } : { kind: 'known', type };
}

function lookIntoZip(bytes: Uint8Array): ContainerLook {
  const look = lookAtZip(bytes);
  if (look.kind === 'too-large') return { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE' };
  const contentTypes = look.kind === 'ok' ? (look.contentTypes ?? '') : '';
  const [, type] = MAIN_PARTS.find(([part]) => part.test(contentTypes)) ?? [];
  return type === undefined ? { kind: 'other' } : { kind: 'known', type };
}
