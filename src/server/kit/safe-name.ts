import { cutText } from './storable-text.ts';

/** Maximum length of a name that file systems and lists accept. */
const MAX_NAME = 255;

/**
 * Reduces a file name to a mere label: without path, control characters and characters that change the reading
 * direction (A-UPLOAD-07).
 */
export function safeName(written: string): string {
  const name = written
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (name.length <= MAX_NAME) return name || 'file';
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return cutText(name, MAX_NAME - extension.length) + extension;
}
