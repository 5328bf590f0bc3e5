import { randomBytes } from 'node:crypto';

import type { PutAttempt } from './port.ts';

/** File systems end at 255 bytes; the part file's name and a number in front of the extension need some of it. */
const MAX_NAME = 200;

/** A name that no file system or web server reads as anything else than a name: no path, no hidden file, no blanks. */
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

/** The same name with a number, for another file that already has it: `fax.pdf`, `fax(1).pdf`. */
export function numbered(name: string, n: number): string {
  if (n === 0) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}(${n})${name.slice(dot)}` : `${name}(${n})`;
}

/** Names tried before the folder counts as full of them. */
export const MOST_NAMES = 100;

/** The name of a file that is not complete yet. Each try has its own: one that was frozen and goes on writes into no other. */
export function partName(name: string, attempt: string): string {
  return attempt === '' ? `.${name}.part` : `.${name}.${attempt}.part`;
}

/** For a file that no other try can be at. */
export function onlyAttempt(): PutAttempt {
  return { id: randomBytes(6).toString('hex'), before: [], proceed: async () => await Promise.resolve(true) };
}
