import { isOle, topNamesOf } from './ole.ts';
import { isZip, lookAtZip } from './zip.ts';

/** Documents that come in a container. */
export type ContainedType = 'doc' | 'xls' | 'ppt' | 'docx' | 'xlsx' | 'pptx';

/** What an office container holds; `other`: no such container, or one of something else. */
export type ContainerLook =
  | { kind: 'known'; type: ContainedType }
  | { kind: 'refused'; reason: 'DOCUMENT_PROTECTED' | 'DOCUMENT_TOO_LARGE' }
  | { kind: 'other' };

/** The stream at the top that each old format has ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const STREAMS: readonly [string, ContainedType][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

/**
 * Streams that only files under a password have: an encrypted OOXML archive ([MS-OFFCRYPTO] 2.3.4), an encrypted
 * presentation ([MS-PPT] 2.1.4). Of letters and tables LibreOffice tells, when it asks for the password.
 */
const ENCRYPTED = ['EncryptedPackage', 'EncryptedSummary'];

/**
 * Content type of the main part of each new format. Those with macros have others: the extension promises a
 * document without, so they are no match.
 */
const MAIN_PARTS: readonly [RegExp, ContainedType][] = [
  [/wordprocessingml\.(document|template)\.main\+xml/, 'docx'],
  [/spreadsheetml\.(sheet|template)\.main\+xml/, 'xlsx'],
  [/presentationml\.(presentation|slideshow|template)\.main\+xml/, 'pptx'],
];

/** Says by the streams or parts inside what an office file is, whatever its name says. */
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
