import { InvalidArgumentError } from 'commander';

import { digitsOf, isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';
import { idIn } from '#contract/kit/wire.ts';

/** Maximum size of input on stdin: a password is one line, and more is a file piped by mistake. */
const MAX_STDIN_BYTES = 4_096;

/** Parses an id as lists print it. */
export function id(written: string): number {
  const parsed = idIn.safeParse(written);
  if (!parsed.success) throw new InvalidArgumentError('An id is a whole number.');
  return parsed.data;
}

/** Parses a whole number of zero or more. */
export function count(written: string): number {
  if (!/^\d{1,9}$/.test(written)) throw new InvalidArgumentError('This is no whole number.');
  return Number(written);
}

/** Parses an amount, like 0.9. */
export function amount(written: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(written)) throw new InvalidArgumentError('This is no amount, like 0.9.');
  return Number(written);
}

/** Parses a fax number in any usual notation. */
export function faxNumber(written: string): string {
  const digits = normalizeNumber(written);
  if (!isNanp(digits) || digitsOf(written).length > 11) {
    throw new InvalidArgumentError('A fax number has ten digits.');
  }
  return digits;
}

/** Parses an area code. */
export function areaCode(written: string): string {
  if (!/^[2-9]\d{2}$/.test(written)) throw new InvalidArgumentError('An area code has three digits.');
  return written;
}

/** Parses a day. */
export function day(written: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written) || Number.isNaN(Date.parse(written)))
    throw new InvalidArgumentError('A day is written like 2026-11-21.');
  return written;
}

/** Returns the secret from stdin, without its line end; `ps` would show a secret on the command line. */
export async function readSecret(input: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_STDIN_BYTES) throw new InvalidArgumentError('The secret on stdin is too long.');
    chunks.push(part);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Returns this many secrets from stdin, one per line; a single one may have line breaks. Reads nothing for zero. */
export async function readSecrets(input: AsyncIterable<Buffer | string>, many: number): Promise<string[]> {
  if (many === 0) return [];
  const all = await readSecret(input);
  const secrets = many === 1 ? [all] : all.split(/\r?\n/);
  if (secrets.length !== many)
    throw new InvalidArgumentError(`Write ${many} secrets on stdin, one a line, in the order of the help.`);
  return secrets;
}
