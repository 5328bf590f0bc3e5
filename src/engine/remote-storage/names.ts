import { randomBytes } from 'node:crypto';

import type { PutAttempt } from './port.ts';

/** File systems allow 255 bytes; the part file's name and a number before the extension need some of them. */
const MAX_NAME = 200;

/** Returns a name that file systems and web servers treat only as a name: no path, no hidden file, no spaces. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[.-]+/, '');
  if (plain === '') return 'fax';
  if (plain.length <= MAX_NAME) return plain;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, MAX_NAME - extension.length) + extension;
}

/** Returns the same name with a number, for another file that already has it: `fax.pdf`, `fax(1).pdf`. */
export function numbered(name: string, n: number): string {
  if (n === 0) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}(${n})${name.slice(dot)}` : `${name}(${n})`;
}

/** How many names are tried before the put fails. */
export const MOST_NAMES = 100;

/**
 * Returns the name of an incomplete file. Each attempt has its own: an attempt that resumes after a freeze cannot write
 * into the file of another.
 */
export function partName(name: string, attempt: string): string {
  return attempt === '' ? `.${name}.part` : `.${name}.${attempt}.part`;
}

/** Returns an attempt for a file that no other attempt can be writing. */
export function onlyAttempt(): PutAttempt {
  return { id: randomBytes(6).toString('hex'), before: [], proceed: async () => await Promise.resolve(true) };
}
