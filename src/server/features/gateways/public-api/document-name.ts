import { parse } from 'content-disposition';

import { hasAllowedExtension } from '#contract/faxes/compose.ts';
import type { AnswerHead } from '#engine/outbound-guard/port.ts';
import { safeName } from '#server/kit/safe-name.ts';

/** Extensions for documents whose name has no known one. */
const EXTENSIONS_OF: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/postscript': 'ps',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'image/bmp': 'bmp',
  'image/jpeg': 'jpg',
  'image/jp2': 'jp2',
  'image/png': 'png',
  'image/tiff': 'tiff',
  'text/plain': 'txt',
};

/** Returns the media type of a response, without its parameters. */
export function typeOf(headers: AnswerHead['headers']): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}

/**
 * Returns the name of a fetched document: from Content-Disposition, or else from the path of its address; only a label
 * from here on.
 */
export function nameOfDocument(headers: AnswerHead['headers'], url: URL): string {
  const name = safeName(disposedName(headers['content-disposition']) ?? pathName(url));
  const extension = EXTENSIONS_OF[typeOf(headers) ?? ''];
  return hasAllowedExtension(name) || extension === undefined ? name : safeName(`${name}.${extension}`);
}

function disposedName(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : parse(header).parameters['filename'] || undefined;
  } catch {
    return undefined; // Malformed: the address has a name as well.
  }
}

function pathName({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last) || 'document';
  } catch {
    return last;
  }
}
